const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values: ReadonlyMap<string, number> = new Map([...ALPHABET].map((char, value) => [char, value]));

/** The octets of a text in base64 (RFC 4648 section 4); characters outside the alphabet are skipped. */
export function octetsOfBase64(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.replace(/=+$/, '').length * 3) / 4));
  let [bits, count, at] = [0, 0, 0];
  for (const char of text) {
    const value = values.get(char);
    if (value === undefined) continue;
    bits = ((bits << 6) | value) & 0xff_ffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes[at] = (bits >> count) & 0xff;
    at += 1;
  }
  return at === bytes.length ? bytes : bytes.subarray(0, at);
}
