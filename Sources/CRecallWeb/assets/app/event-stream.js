// Server-sent events of a response to fetch. EventSource can neither send a question nor the session's header.

/**
 * The events as they come; comments and unknown fields are ignored.
 *
 * @param {Response} response
 * @returns {AsyncGenerator<{event: string, data: any}>} data as read from JSON
 */
export async function* serverEvents(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    // A carriage return at the end may be half of a line break.
    const text = rest + (value ?? "");
    const parts = text.replace(/\r\n|\r(?!$)/g, "\n").split("\n\n");
    rest = parts.pop();
    for (const part of parts) yield* parsed(part);
    if (done) return;
  }
}

/** The event of a block of lines; nothing if it has no data. */
function* parsed(block) {
  let event = "message";
  const data = [];
  for (const line of block.split("\n")) {
    const [, name, value] = /^([^:]*):? ?(.*)$/u.exec(line) ?? [];
    if (name === "event") event = value;
    if (name === "data") data.push(value);
  }
  if (data.length) yield { event, data: JSON.parse(data.join("\n")) };
}
