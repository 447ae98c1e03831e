import * as z from 'zod/mini';
import { described } from '../described.ts';
import { isEssential } from '../reading.ts';
import { TlsVersion } from './judgement.ts';

/** Whether a well-known client can connect to a server. */
export const ClientOutcome = z.object({
  client: isEssential(described(z.string(), 'The client and its version.', 'Firefox 153')),
  source: described(z.string(), 'How it is known what the client offers.', 'hello of Firefox ESR 153.7'),
  connects: described(
    z.nullable(z.boolean()),
    'Whether client and server agree on a version, suite and group; null if the measurements do not show it.',
    true,
  ),
  protocol: described(
    z.nullable(TlsVersion),
    'The version that they agree on; null if they do not or it is not known.',
    'TLSv1.3',
  ),
  cipherSuite: described(
    z.nullable(z.string()),
    'The suite that they agree on, by IANA name; null if they do not or it is not known.',
    'TLS_AES_128_GCM_SHA256',
  ),
  isChecked: described(
    z.optional(z.boolean()),
    'True if the server was tested with the client’s own ClientHello; otherwise the result is computed from what the server accepted.',
    true,
  ),
  computed: described(
    z.optional(z.nullable(z.string())),
    'The computed result, if the handshake had a different one; otherwise null.',
    null,
  ),
  why: described(
    z.nullable(z.string()),
    'Why the client cannot connect, or why that is not known; otherwise null.',
    null,
  ),
});
export type ClientOutcome = z.infer<typeof ClientOutcome>;

/** Why a client cannot connect, in the words by which findings recognise it. */
export const clientObstacles = {
  otherProtocol: 'It offers only HTTP, and the server speaks another protocol.',
  /** The beginning of the sentence, which names the key. */
  unsupportedKey: 'It does not support the key of the certificate',
} as const;
