import * as z from 'zod/mini';
import { means } from '../means.ts';
import { isEssential } from '../reading.ts';
import { TlsVersion } from './judgement.ts';

/** Whether a well-known client can connect to a server. */
export const ClientOutcome = z.object({
  client: isEssential(means(z.string(), 'The client, with the version that is meant.', 'Firefox 153')),
  source: means(z.string(), 'Where it is known from what this client offers.', 'hello of Firefox ESR 153.7'),
  connects: means(
    z.nullable(z.boolean()),
    'Whether client and server agree on version, suite and group; null where what was measured does not tell.',
    true,
  ),
  protocol: means(z.nullable(TlsVersion), 'The version that they agree on.', 'TLSv1.3'),
  cipherSuite: means(z.nullable(z.string()), 'The suite that they agree on, by IANA name.', 'TLS_AES_128_GCM_SHA256'),
  isChecked: means(
    z.optional(z.boolean()),
    'True where the client’s own hello has shown it; otherwise it is computed from what the server accepted.',
    true,
  ),
  computed: means(
    z.optional(z.nullable(z.string())),
    'What the computation says where the handshake has shown something else; else null.',
    null,
  ),
  why: means(z.nullable(z.string()), 'Why it cannot connect, or why that is not known; else null.', null),
});
export type ClientOutcome = z.infer<typeof ClientOutcome>;
