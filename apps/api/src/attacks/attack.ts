/** Bytes sent to the server, and the permitted replies. */
export interface Attack {
  readonly category: string;
  /** The request line, shown for a failed test. */
  readonly name: string;
  /** One character per octet. */
  readonly bytes: string;
  readonly statuses: Statuses;
}

/** Permitted statuses; null: the connection may be closed without a response. */
export type Statuses = readonly (number | null)[];

export type Headers = readonly (readonly [name: string, value: string])[];

export interface Request {
  readonly method?: string;
  readonly headers?: Headers;
  readonly body?: string;
}

/** A complete HTTP/1.1 request, sent unchanged, valid or not. */
export function requestBytes(address: string, { method = 'GET', headers = [], body = '' }: Request = {}): string {
  const hasHost = headers.some(([name]) => name.toLowerCase() === 'host');
  const all: Headers = [...(hasHost ? [] : [['Host', 'sonde.example'] as const]), ...headers, ['Connection', 'close']];
  return `${method} ${address} HTTP/1.1\r\n${all.map((pair) => `${pair.join(': ')}\r\n`).join('')}\r\n${body}`;
}

export function attackOf(category: string, statuses: Statuses) {
  return (address: string, request: Request = {}): Attack => {
    const headers = (request.headers ?? []).map((pair) => pair.join(': '));
    const name = [`${request.method ?? 'GET'} ${address}`, ...headers].map((text) => text.slice(0, 100)).join(' | ');
    return { category, name: JSON.stringify(name), statuses, bytes: requestBytes(address, request) };
  };
}

/** Creates attacks that are not valid HTTP/1.1 requests. */
export function rawAttackOf(category: string, statuses: Statuses) {
  return (bytes: string): Attack => ({ category, name: JSON.stringify(bytes.slice(0, 100)), statuses, bytes });
}
