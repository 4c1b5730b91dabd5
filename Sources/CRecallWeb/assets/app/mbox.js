// Writes mails into one file: mboxrd, which every mail program reads. Works on bytes, since a mail may be in any encoding.

const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const [lineFeed, mark] = [10, ">".charCodeAt(0)];
const from = [..."From "].map((letter) => letter.charCodeAt(0));

/** "Mon Mar  4 10:00:00 2024", in UTC */
function moment(date) {
  const time = new Date(date ?? 0);
  const at = Number.isNaN(time.getTime()) ? new Date(0) : time;
  const clock = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map((each) => String(each).padStart(2, "0")).join(":");
  return `${days[at.getUTCDay()]} ${months[at.getUTCMonth()]} ${String(at.getUTCDate()).padStart(2)} ${clock} ${at.getUTCFullYear()}`;
}

/** The address, if it can stand in the line between two mails: printable, in ASCII, without a space. */
function envelope(address) {
  return /^[!-~]{1,200}$/u.test(address ?? "") ? address : "MAILER-DAEMON";
}

function isFrom(bytes, at) {
  return from.every((byte, index) => bytes[at + index] === byte);
}

/** Where lines begin that are "From ", ">From ", ">>From " and so on. @param {Uint8Array} bytes */
function marked(bytes) {
  const found = [];
  for (let line = 0; line < bytes.length; line = next(bytes, line)) {
    let at = line;
    while (bytes[at] === mark) at += 1;
    if (isFrom(bytes, at)) found.push(line);
  }
  return found;
}

function next(bytes, line) {
  const end = bytes.indexOf(lineFeed, line);
  return end < 0 ? bytes.length : end + 1;
}

/**
 * The pieces of a file that are a mail: the line before it, its bytes with one more ">" before each line that could be such a line,
 * and an empty line.
 *
 * @param {Uint8Array} mail
 * @param {{address?: string, date?: string}} facts
 * @returns {(string|Uint8Array)[]}
 */
export function mboxPieces(mail, { address, date }) {
  // Some programs keep the line of the mailbox in front of the mail.
  const bytes = isFrom(mail, 0) ? mail.subarray(next(mail, 0)) : mail;
  const pieces = [`From ${envelope(address)} ${moment(date)}\n`];
  let start = 0;
  for (const line of marked(bytes)) {
    pieces.push(bytes.subarray(start, line), ">");
    start = line;
  }
  pieces.push(bytes.subarray(start));
  return [...pieces, bytes.at(-1) === lineFeed ? "\n" : "\n\n"];
}
