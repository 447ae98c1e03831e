/**
 * Selects the exchanges that a part of an answer came from. All given conditions must hold; without any, nothing
 * matches.
 */
export interface ExchangeFilter {
  /** The exchange has one of these services. */
  readonly services?: readonly string[];
  /** What its first DNS question asked for. */
  readonly question?: QuestionFilter;
  readonly address?: string;
  readonly port?: number;
  /** Whether it is a resolver or service of the operator, whose address is not told. */
  readonly isOperators?: boolean;
  /** The name that was connected to. */
  readonly host?: string;
  /** The purpose of the exchange, as the tool gave it: one of these. */
  readonly purposes?: readonly string[];
  /** The title of a message, as it is shown. */
  readonly title?: string;
  /** A line of a message that was received, as it is shown. */
  readonly received?: string;
  /** A line of a sent message, as shown. */
  readonly sent?: string;
}

export interface QuestionFilter {
  readonly name: string;
  /** Default: any. */
  readonly types?: readonly string[];
  /** Names below this one, instead of the name itself. */
  readonly isBelow?: boolean;
}

/** A part of an answer, and the exchanges that it came from: those that fit one of the filters. */
export interface AnswerPart {
  /** Null if the panel already says what it is. */
  readonly label: string | null;
  readonly filters: readonly ExchangeFilter[];
}

/** What a panel says of itself, so that its exchanges can stand in it. */
export interface CameFromProps {
  /** What came from them, as the end of «for …». */
  readonly what: string;
  readonly parts: readonly AnswerPart[];
}
