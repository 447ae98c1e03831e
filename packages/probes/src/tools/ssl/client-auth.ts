import { versions } from '../../protocols/tls-records/versions.ts';
import type { SslData } from './answer-parts.ts';
import type { CurrentSession } from './current-client.ts';
import type { FirstAnswer } from './first-hello.ts';

/** Whether the server asks for a certificate of the client's; null when that part of its flight could not be read. */
export function clientAuthOf(first: FirstAnswer | null, session: CurrentSession | null): SslData['clientAuth'] {
  const asked = [
    ...(session?.certificates ? [session.asksForCertificate] : []),
    ...(first !== null && first.accepted.hello.version < versions['TLSv1.3']
      ? [first.accepted.flight.asksForCertificate]
      : []),
  ];
  if (asked.length === 0) return null;
  return asked.includes(true) ? 'requested' : 'none';
}
