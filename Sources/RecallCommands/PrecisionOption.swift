public import ArgumentParser
public import RecallEmbedding

extension EncoderPrecision: ExpressibleByArgument {}
