/** Application protocols that browsers offer over TCP, in their order (RFC 7301). */
export const browserProtocols: readonly string[] = ['h2', 'http/1.1'];
