import { parseHostPort } from '@sonde/contract/targets/host-port';
import type { AnswerPart } from '../checked/evidence/exchange-filter.ts';
import type { WhoisAnswer } from './query.ts';

type Asked = Pick<WhoisAnswer, 'asked'>;

/** Every server that was asked; the one of the operator, which names the others, has no address to tell it by. */
export function serverParts({ asked }: Asked): AnswerPart[] {
  const ofOperator: AnswerPart = {
    label: 'Where the search starts',
    filters: [{ services: ['whois'], isOperators: true }],
  };
  return [ofOperator, ...asked.flatMap(partOf)];
}

/** The servers whose words the fields are. */
export function fieldParts(
  answer: Asked & { readonly registration: Pick<WhoisAnswer['registration'], 'sources' | 'partOf'> },
): AnswerPart[] {
  const { sources, partOf: networks } = answer.registration;
  const said = new Set([...Object.values(sources), ...networks.map(({ server }) => server)]);
  return answer.asked.filter(({ server }) => said.has(server)).flatMap(partOf);
}

const services: Readonly<Record<string, string>> = { whois: 'whois', rdap: 'http' };

function partOf({ protocol, server }: WhoisAnswer['asked'][number]): AnswerPart[] {
  const service = services[protocol ?? ''];
  const place = server === null ? null : parseHostPort(server);
  if (service === undefined || place === null) return [];
  const at = { services: [service], isOperators: false, ...(place.port !== null && { port: place.port }) };
  return [
    {
      label: server,
      filters: [
        { ...at, host: place.host },
        { ...at, address: place.host },
      ],
    },
  ];
}
