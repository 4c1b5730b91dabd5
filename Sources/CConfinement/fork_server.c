#if defined(__linux__)

#define _GNU_SOURCE
#include "recall_fork_server.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "recall_confinement.h"

enum { MOST_DESCRIPTORS = 3, START_MILLISECONDS = 30000 };

// Room for the descriptors that come with a packet.
typedef union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(MOST_DESCRIPTORS * sizeof(int))];
} attachment;

int recall_fork_sockets(int sockets[2]) { return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets); }

static bool request(int socket, const void *words, size_t length, const int *descriptors, int count) {
    struct iovec part = {.iov_base = (void *)words, .iov_len = length};
    attachment attachment = {0};
    size_t size = (size_t)count * sizeof(int);
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = attachment.bytes, .msg_controllen = CMSG_SPACE(size)};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(size);
    memcpy(CMSG_DATA(header), descriptors, size);
    ssize_t sent;
    do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)length;
}

int recall_fork_wait(int socket, recall_fork_answer *answer) {
    ssize_t count;
    do count = recv(socket, answer, sizeof *answer, 0);
    while (count < 0 && errno == EINTR);
    return count == sizeof *answer ? 0 : -1;
}

int recall_fork_start(int socket, const void *words, size_t length, int input, int second, pid_t *child) {
    int output[2];
    if (pipe2(output, O_CLOEXEC) != 0) return -1;
    int descriptors[MOST_DESCRIPTORS] = {input, output[1], second};
    bool is_sent = request(socket, words, length, descriptors, second < 0 ? 2 : 3);
    close(output[1]);
    recall_fork_answer answer;
    // A program that does not serve may not end either.
    struct pollfd answers = {.fd = socket, .events = POLLIN};
    bool has_answered = is_sent && poll(&answers, 1, START_MILLISECONDS) > 0;
    if (has_answered && recall_fork_wait(socket, &answer) == 0 && answer.kind == RECALL_FORK_STARTED) {
        *child = answer.value;
        return output[0];
    }
    close(output[0]);
    return -1;
}

void recall_fork_kill(pid_t child) {
    // It may not lead a group of its own yet.
    kill(child, SIGKILL);
    kill(-child, SIGKILL);
}

// A request: the length of its words, or 0 if nobody asks any more.
static size_t receive(void *words, size_t capacity, int descriptors[MOST_DESCRIPTORS], int *count) {
    struct iovec part = {.iov_base = words, .iov_len = capacity};
    attachment attachment;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = attachment.bytes, .msg_controllen = sizeof attachment};
    ssize_t length;
    do length = recvmsg(STDIN_FILENO, &message, MSG_CMSG_CLOEXEC);
    while (length < 0 && errno == EINTR);
    if (length <= 0 || (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) != 0) return 0;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header == NULL || header->cmsg_type != SCM_RIGHTS) return 0;
    *count = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    memcpy(descriptors, CMSG_DATA(header), (size_t)*count * sizeof(int));
    return *count >= 2 ? (size_t)length : 0;
}

static void answer(int kind, int value) {
    recall_fork_answer answer = {kind, value};
    // Whoever asked may have ended.
    if (send(STDIN_FILENO, &answer, sizeof answer, MSG_NOSIGNAL) < 0) _exit(1);
}

static void become(const int descriptors[MOST_DESCRIPTORS], int count, const sigset_t *signals) {
    setsid();
    int error = count > 2 ? descriptors[2] : open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (dup2(descriptors[0], STDIN_FILENO) < 0 || dup2(descriptors[1], STDOUT_FILENO) < 0
        || dup2(error, STDERR_FILENO) < 0) _exit(1);
    recall_close_from(3);
    sigprocmask(SIG_SETMASK, signals, NULL);
}

// Waits until the child has ended, and leaves its number to it. Ends it if nobody waits for it any more.
static void await_end(pid_t child, int ended) {
    struct pollfd both[2] = {{.fd = ended, .events = POLLIN}, {.fd = STDIN_FILENO, .events = 0}};
    siginfo_t how;
    while (true) {
        how.si_pid = 0;
        if (waitid(P_PID, (id_t)child, &how, WEXITED | WNOHANG | WNOWAIT) != 0) _exit(1);
        if (how.si_pid == child) break;
        poll(both, 2, -1);
        struct signalfd_siginfo signal;
        if ((both[0].revents & POLLIN) != 0 && read(ended, &signal, sizeof signal) < 0) continue;
        if ((both[1].revents & (POLLHUP | POLLERR)) != 0) {
            recall_fork_kill(child);
            _exit(0);
        }
    }
    answer(how.si_code == CLD_EXITED ? RECALL_FORK_EXITED : RECALL_FORK_KILLED, how.si_status);
}

size_t recall_fork_serve(void *words, size_t capacity) {
    sigset_t ends, before;
    sigemptyset(&ends);
    sigaddset(&ends, SIGCHLD);
    sigprocmask(SIG_BLOCK, &ends, &before);
    int ended = signalfd(-1, &ends, SFD_CLOEXEC | SFD_NONBLOCK);
    if (ended < 0) _exit(1);
    pid_t last = 0;
    while (true) {
        int descriptors[MOST_DESCRIPTORS], count = 0;
        size_t length = receive(words, capacity, descriptors, &count);
        if (length == 0) _exit(0);
        if (last > 0) waitpid(last, NULL, 0);
        pid_t child = fork();
        if (child == 0) {
            become(descriptors, count, &before);
            return length;
        }
        last = child;
        for (int index = 0; index < count; index++) close(descriptors[index]);
        answer(child < 0 ? RECALL_FORK_NOT_STARTED : RECALL_FORK_STARTED, child);
        if (child > 0) await_end(child, ended);
    }
}

#endif
