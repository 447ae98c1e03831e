import type { Ending } from '../../finding/ending/ending.ts';
import type { ReadAnswerOf } from '../../tool.ts';
import type { whois } from './contract.ts';

/** When the registration of a domain ends. */
export function registrationEndings({ registration }: ReadAnswerOf<typeof whois>): Ending[] {
  // Registrations of networks and AS numbers do not expire, and nobody can renew a reserved name.
  if (registration.kind !== 'domain' || registration.state === 'reserved') return [];
  const ends = registration.expires ?? registration.registrarExpires;
  return [{ about: registration.name ?? 'the domain', kind: 'registration', ends }];
}
