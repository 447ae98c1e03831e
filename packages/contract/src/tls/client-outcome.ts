import * as z from 'zod/mini';
import { described } from '../described.ts';
import { isEssential } from '../reading.ts';
import { TlsVersion } from './judgement.ts';

/** Whether a well-known client can connect to a server. */
export const ClientOutcome = z.object({
  client: isEssential(described(z.string(), 'The client, with the version that is meant.', 'Firefox 153')),
  source: described(
    z.string(),
    'The source from which it is known what the client offers.',
    'hello of Firefox ESR 153.7',
  ),
  connects: described(
    z.nullable(z.boolean()),
    'Whether client and server agree on version, suite and group; null if the measurements do not show it.',
    true,
  ),
  protocol: described(z.nullable(TlsVersion), 'The version that they agree on.', 'TLSv1.3'),
  cipherSuite: described(
    z.nullable(z.string()),
    'The suite that they agree on, by IANA name.',
    'TLS_AES_128_GCM_SHA256',
  ),
  isChecked: described(
    z.optional(z.boolean()),
    'True where the client’s own hello has shown it; otherwise it is computed from what the server accepted.',
    true,
  ),
  computed: described(
    z.optional(z.nullable(z.string())),
    'The computed result if the handshake showed another one; otherwise null.',
    null,
  ),
  why: described(z.nullable(z.string()), 'Why it cannot connect, or why that is not known; otherwise null.', null),
});
export type ClientOutcome = z.infer<typeof ClientOutcome>;
