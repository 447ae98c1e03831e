import type { SslAnswer } from '../query.ts';

/** Versions that current browsers refuse (RFC 8996, RFC 7568, RFC 6176). */
export const OUTDATED: readonly SslAnswer['enabledProtocols'][number][] = ['SSLv2', 'SSLv3', 'TLSv1', 'TLSv1.1'];
