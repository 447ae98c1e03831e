import type { ShownExchange } from './exchange.tsx';
import type { ExchangeFilter } from './exchange-filter.ts';

/** The exchanges that fit one of the filters, in the order in which they began. */
export function fittingExchanges(
  exchanges: readonly ShownExchange[],
  filters: readonly ExchangeFilter[],
): readonly ShownExchange[] {
  return exchanges.filter((exchange) => filters.some((filter) => fits(exchange, filter)));
}

function fits(exchange: ShownExchange, filter: ExchangeFilter): boolean {
  const { services, question, address, port, host, purposes, received, sent } = filter;
  const { service, peer, purpose } = exchange;
  const conditions = [
    services?.includes(service),
    question && isAbout(exchange, question),
    address && isSame(peer.address, address) && peer.isReplaced !== true,
    port && peer.port === port,
    host && peer.name !== null && isSame(withDot(peer.name), withDot(host)),
    purposes && purpose !== null && purposes.includes(purpose),
    received && hasLine(exchange, 'in', received),
    sent && hasLine(exchange, 'out', sent),
  ].filter((condition) => condition !== undefined);
  return conditions.length > 0 && conditions.every(Boolean);
}

/** As the decoder of the server writes it: `question: example.com. MX`. */
const QUESTION = /^question: (.+) (\S+)$/;

function isAbout(
  { service, decoded }: ShownExchange,
  { name, type }: NonNullable<ExchangeFilter['question']>,
): boolean {
  if (service !== 'dns') return false;
  const message = decoded.find(({ direction }) => direction === 'out');
  const [, asked = '', askedType] = message?.lines.map((line) => QUESTION.exec(line)).find(Boolean) ?? [];
  return isSame(asked, withDot(name)) && (type === undefined || type === askedType);
}

function hasLine({ decoded }: ShownExchange, way: string, wanted: string): boolean {
  return decoded.some(({ direction, lines }) => direction === way && lines.includes(wanted));
}

const withDot = (name: string) => (name.endsWith('.') ? name : `${name}.`);
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
