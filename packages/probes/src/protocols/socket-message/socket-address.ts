const AF_INET = 2;
const AF_INET6 = 10;

/** `struct sockaddr_in` or `sockaddr_in6` of Linux, from the address in network order (4 or 16 bytes). */
export function encodeSocketAddress(address: Uint8Array, port = 0): Uint8Array {
  const isV4 = address.length === 4;
  const bytes = new Uint8Array(isV4 ? 16 : 28);
  // The family is in the machine's byte order; all supported machines are little-endian.
  bytes[0] = isV4 ? AF_INET : AF_INET6;
  bytes[2] = port >> 8;
  bytes[3] = port & 0xff;
  bytes.set(address, isV4 ? 4 : 8);
  return bytes;
}

/** The address in network order; null for any other family. */
export function decodeSocketAddress(bytes: Uint8Array): Uint8Array | null {
  const family = (bytes[0] ?? 0) | ((bytes[1] ?? 0) << 8);
  if (family === AF_INET && bytes.length >= 8) return bytes.slice(4, 8);
  if (family === AF_INET6 && bytes.length >= 24) return bytes.slice(8, 24);
  return null;
}
