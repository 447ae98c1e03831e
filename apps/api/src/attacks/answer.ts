/** The response received on one connection. */
export interface Answer {
  readonly text: string;
  /** Null if the connection was closed without a response. */
  readonly status: number | null;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly durationMs: number;
}

/** Parses the first response on a connection; what follows it stays in `text`. */
export function parseAnswer(text: string, durationMs: number): Answer {
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...fields] = text.slice(0, Math.max(0, end)).split('\r\n');
  const headers = Object.fromEntries(fields.map(splitField));
  const rest = Buffer.from(text.slice(end + 4));
  const isChunked = headers['transfer-encoding'] === 'chunked';
  const body = isChunked ? joinChunks(rest) : rest.subarray(0, Number(headers['content-length'] ?? rest.length));
  return {
    text,
    status: statusLine === '' ? null : Number(statusLine.split(' ')[1]),
    headers,
    body: body.toString(),
    durationMs,
  };
}

function splitField(field: string): [name: string, value: string] {
  const colon = field.indexOf(':');
  return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
}

function joinChunks(rest: Buffer): Buffer {
  const lineEnd = rest.indexOf('\r\n');
  const length = Number.parseInt(rest.subarray(0, Math.max(0, lineEnd)).toString(), 16);
  if (!(length > 0)) return Buffer.alloc(0);
  const start = lineEnd + 2;
  return Buffer.concat([rest.subarray(start, start + length), joinChunks(rest.subarray(start + length + 2))]);
}
