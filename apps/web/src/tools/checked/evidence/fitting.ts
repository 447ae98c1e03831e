import type { ShownExchange } from './exchange.tsx';
import type { ExchangeFilter, QuestionFilter } from './exchange-filter.ts';

/** The exchanges that match one of the filters, in the order in which they began. */
export function fittingExchanges(
  exchanges: readonly ShownExchange[],
  filters: readonly ExchangeFilter[],
): readonly ShownExchange[] {
  return exchanges.filter((exchange) => filters.some((filter) => fits(exchange, filter)));
}

/** A condition that is not given holds; a filter without conditions fits nothing. */
function fits(exchange: ShownExchange, filter: ExchangeFilter): boolean {
  if (Object.keys(filter).length === 0) return false;
  const { services, question, address, port, isOperators, purposes, title, received, sent } = filter;
  const { service, peer, purpose, decoded } = exchange;
  return (
    (services === undefined || services.includes(service)) &&
    (isOperators === undefined || (peer.isReplaced === true) === isOperators) &&
    // What stands for an address of the operator is not the same address in an answer.
    (address === undefined || (isSame(peer.address, address) && peer.isReplaced !== true)) &&
    (port === undefined || peer.port === port) &&
    (filter.host === undefined || (peer.name !== null && isSame(withDot(peer.name), withDot(filter.host)))) &&
    (purposes === undefined || (purpose !== null && purposes.includes(purpose))) &&
    (title === undefined || decoded.some((message) => message.title === title)) &&
    (received === undefined || hasLine(exchange, 'in', received)) &&
    (sent === undefined || hasLine(exchange, 'out', sent)) &&
    (question === undefined || isAbout(exchange, question))
  );
}

/** As the server's decoder writes it: `question: example.com. MX`. */
const QUESTION = /^question: (.+) (\S+)$/;

interface Question {
  readonly name: string;
  readonly type: string;
}

/** Many filters ask the same of one exchange. */
const questions = new WeakMap<ShownExchange, Question | null>();

function questionOf(exchange: ShownExchange): Question | null {
  const known = questions.get(exchange);
  if (known !== undefined) return known;
  const message = exchange.service === 'dns' && exchange.decoded.find(({ direction }) => direction === 'out');
  const [, name, type] = (message ? message.lines : []).map((line) => QUESTION.exec(line)).find(Boolean) ?? [];
  const question = name === undefined || type === undefined ? null : { name: name.toLowerCase(), type };
  questions.set(exchange, question);
  return question;
}

function isAbout(exchange: ShownExchange, { name, types, isBelow = false }: QuestionFilter): boolean {
  const question = questionOf(exchange);
  if (question === null || !(types?.includes(question.type) ?? true)) return false;
  const wanted = withDot(name.toLowerCase());
  return isBelow ? question.name.endsWith(`.${wanted}`) : question.name === wanted;
}

function hasLine({ decoded }: ShownExchange, way: string, wanted: string): boolean {
  return decoded.some(({ direction, lines }) => direction === way && lines.includes(wanted));
}

const withDot = (name: string) => (name.endsWith('.') ? name : `${name}.`);
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
