import * as z from 'zod/mini';
import { described } from '../described.ts';
import { isEssential } from '../reading.ts';

/** How a domain states which servers accept its mail. */
export const mxKinds = ['mx', 'implicit', 'null', 'none'] as const;

/** One MX record, or the domain itself if it has none and accepts mail at its own address. */
export const MailExchange = z.object({
  preference: isEssential(described(z.number(), 'Lower ones are tried first.', 10)),
  exchange: isEssential(
    described(z.string(), 'Name of the server; a dot for a null MX (RFC 7505).', 'mail.example.com'),
  ),
  addresses: isEssential(described(z.array(z.string()), 'Its addresses, those that may be looked up.', ['192.0.2.25'])),
  problem: described(
    z.nullable(z.string()),
    'alias: it is a CNAME; address: it is an address and no name; no-address; no-such-name; special-use; unreachable: its addresses could not be looked up; null-beside-others: a null MX that is not alone; null where all is well.',
    'alias',
  ),
});
export type MailExchange = z.infer<typeof MailExchange>;

/** What a blocklist says about one address or name. */
export const BlocklistAnswer = z.object({
  list: isEssential(described(z.string(), 'Zone of the list.', 'list.example.net')),
  kind: described(z.enum(['ip', 'domain']), 'What it lists.', 'ip'),
  subject: described(z.string(), 'The address or name that was looked up.', '192.0.2.25'),
  state: isEssential(
    described(
      z.enum(['listed', 'not-listed', 'refused', 'unusable', 'unknown']),
      'refused: the list answered with a refusal; unusable: it does not pass the control questions of RFC 5782, so its answers mean nothing here; unknown: no answer.',
      'not-listed',
    ),
  ),
  answers: described(z.array(z.string()), 'The addresses that it answered with, as they came.', ['127.0.0.2']),
  text: described(z.nullable(z.string()), 'The text that it gives as a reason; null without one.', null),
});
export type BlocklistAnswer = z.infer<typeof BlocklistAnswer>;

/** The replies of one mail server on port 25, at one of its addresses. */
export const MailServer = z.object({
  name: isEssential(described(z.string(), 'Name in the MX record.', 'mail.example.com')),
  address: isEssential(described(z.string(), 'Address that was asked.', '192.0.2.25')),
  greeting: described(z.nullable(z.string()), 'Its first reply; null without one.', '220 mail.example.com ESMTP'),
  starttls: described(
    z.object({
      offered: isEssential(
        described(
          z.nullable(z.boolean()),
          'Whether it offers STARTTLS; null where that could not be determined.',
          true,
        ),
      ),
      protocol: described(
        z.nullable(z.string()),
        'The TLS version that was negotiated; null without a handshake.',
        'TLSv1.3',
      ),
      step: described(
        z.nullable(z.string()),
        'Where the session ended early: connect, greeting, ehlo, starttls or handshake; null if it was complete.',
        'greeting',
      ),
      problem: described(
        z.nullable(z.string()),
        'Why the session ended early, in a sentence; null if it was complete.',
        null,
      ),
    }),
    'TLS on port 25: whether it is offered, and what was negotiated.',
  ),
  certificate: described(
    z.nullable(
      z.object({
        valid: isEssential(
          described(z.boolean(), 'Whether the certificate holds for the name in the MX record.', true),
        ),
        reasons: described(z.array(z.string()), 'Why it does not, in the words of the SSL check.', [
          'hostname_mismatch',
        ]),
      }),
    ),
    'The verdict on the certificate for the name; null without a handshake.',
  ),
  reverseNames: described(z.array(z.string()), 'Names that the address has in the reverse tree.', ['mail.example.com']),
  isConfirmed: described(
    z.nullable(z.boolean()),
    'Whether one of these names leads back to the address; null where that could not be determined.',
    true,
  ),
});
export type MailServer = z.infer<typeof MailServer>;
