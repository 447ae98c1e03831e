/** Says which exchanges a part of an answer came from. All that is given has to hold; nothing given means no exchange. */
export interface ExchangeFilter {
  /** Those that have one of these services. */
  readonly services?: readonly string[];
  /** What the first DNS question of the exchange asked for; without a type: any type of the name. */
  readonly question?: { readonly name: string; readonly type?: string };
  readonly address?: string;
  readonly port?: number;
  /** The name that was connected to. */
  readonly host?: string;
  /** What the tool made the exchange for: one of these. */
  readonly purposes?: readonly string[];
  /** A line of a message that was received, as it is shown. */
  readonly received?: string;
  /** A line of a message that was sent, as it is shown. */
  readonly sent?: string;
}

/** A part of an answer, and the exchanges that it came from: those that fit one of the filters. */
export interface AnswerPart {
  /** Null where the panel says what it is. */
  readonly label: string | null;
  readonly filters: readonly ExchangeFilter[];
}
