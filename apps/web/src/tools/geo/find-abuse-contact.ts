import { type Reading, whois } from '@sonde/contract';
import { ask } from '../../browser/api/ask.ts';
import { clientTexts, failureTexts } from '../lookup/failure-texts.ts';

type Registration = Reading<typeof whois.answer>['registration'];

const failureText = failureTexts({ fallback: 'The registry was not reached', at: clientTexts });

/** What the registry of an address says about reporting abuse, as a sentence; also why nothing is known. Never throws. */
export async function abuseContactOf(address: string, signal: AbortSignal): Promise<string> {
  try {
    const { registration } = await ask(whois, { ipOrDomain: address }, signal);
    return inWords(registration);
  } catch (error) {
    return failureText(error);
  }
}

function inWords({ abuse, partOf, sources }: Registration): string {
  const own = reach(abuse);
  if (own !== null) return `${own}${by(sources['abuse'])}`;
  for (const { abuse: outer, range, server } of partOf) {
    const contact = reach(outer);
    if (contact !== null) return `${contact}, for the surrounding network ${range}${by(server)}`;
  }
  return 'The registration names no contact for abuse';
}

const reach = (abuse: { email: string | null; phone: string | null } | null | undefined) =>
  abuse == null ? null : (abuse.email ?? abuse.phone);
const by = (server: string | null | undefined) => (server == null ? '' : `, says ${server}`);
