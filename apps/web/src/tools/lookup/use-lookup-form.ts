import { useLayoutEffect, useRef, useState } from 'react';
import { takeEarlySubmit } from '../../browser/page/early-submit.ts';
import { type CancellableLookup, notBegun, type OnRunning } from './running-lookup.ts';
import { useLinkedTarget } from './use-linked-target.ts';

/** The rules of a tool's field. */
export interface FieldRules {
  /** The query parameter of the target, in links and in the form. */
  readonly param: string;
  /** The target in a submitted text, or a message saying what is wrong. */
  read(text: string): { readonly target: string } | { readonly message: string };
  /** Whether the field is marked red while typing. */
  looksWrong(text: string): boolean;
  /** True if a link alone does not start a lookup, so that a link cannot make Sonde probe third-party servers. */
  readonly waitsForPress?: boolean;
  /** True if a cancelled lookup keeps showing what it has found. */
  readonly keepsCancelled?: boolean;
  /** Further query parameters of the page's address; must be the same object while they are unchanged. */
  readonly more?: Readonly<Record<string, string>>;
}

/** What to look up. */
export interface TargetQuestion {
  readonly target: string;
}

/** The lookup in the page's address. */
export interface Asked extends TargetQuestion {
  /** Counts the visitor's submits, including repeated ones; 0 while the target comes only from a link. */
  readonly submitCount: number;
  /** True if the lookup was cancelled before its code was loaded, and the tool keeps cancelled lookups. */
  readonly isCancelled?: boolean;
}

/** A form: its field, the requested lookup, and whether it runs. */
export interface LookupForm<Wanted extends TargetQuestion = Asked> {
  readonly param: string;
  readonly text: string;
  readonly message: string | null;
  readonly isInvalid: boolean;
  /** Null if nothing is requested or it cannot be looked up. */
  readonly asked: Wanted | null;
  /** False while nothing is requested, a link waits for a press, or the lookup was cancelled before it started. */
  readonly isStarted: boolean;
  readonly isBusy: boolean;
  readonly onRunning: OnRunning;
  type(text: string): void;
  submit(): void;
  /** Like typing the text and pressing the button. */
  choose(text: string): void;
  /** Cancels the running lookup and undoes the last submit, unless the tool keeps cancelled lookups. */
  cancel(): void;
}

/** The lookup that the form submitted before the script was loaded, if any. */
function askedBefore({ param, read }: FieldRules): Asked | null {
  const sent = takeEarlySubmit() ? read(new URLSearchParams(location.search).get(param) ?? '') : null;
  return sent !== null && 'target' in sent ? { target: sent.target, submitCount: 1 } : null;
}

/**
 * The form of a tool's page. The page's address holds the target, so every lookup can be shared. A new target replaces
 * a running lookup; the same target again is ignored while it runs.
 */
export function useLookupForm(rules: FieldRules): LookupForm {
  const { linked, known, begin, undo } = useLinkedTarget(rules.param, rules.more);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<{ message: string | null } | null>(null);
  const [pressed, setPressed] = useState(() => askedBefore(rules));
  const [running, onRunning] = useState<CancellableLookup | null>(null);
  const isBusy = running !== null;
  /** The target in the address while no lookup ran. */
  const before = useRef<string | null>(null);

  const reading = linked === null ? null : rules.read(linked);
  const target = reading !== null && 'target' in reading ? reading.target : null;
  const linkProblem = reading !== null && 'message' in reading ? reading.message : null;
  useLayoutEffect(() => {
    if (linked === known.current) return;
    known.current = linked;
    setText(linked ?? '');
    setProblem(linkProblem === null ? null : { message: linkProblem });
    // Returning to an earlier lookup is not a press of the button.
    setPressed((last) => (last?.target === target ? last : null));
  }, [linked, linkProblem, target, known]);

  function cancel(): void {
    running?.cancel();
    if (rules.keepsCancelled) {
      if (running === notBegun) setPressed((last) => last && { ...last, isCancelled: true });
      return;
    }
    // A cancelled lookup must start neither when its code is loaded nor when Forward leads to it.
    if (running === notBegun || before.current !== linked) setPressed(null);
    undo(before.current);
  }

  function type(typed: string): void {
    setText(typed);
    setProblem(rules.looksWrong(typed) ? { message: null } : null);
  }
  function choose(chosen: string): void {
    setText(chosen);
    const read = rules.read(chosen);
    if ('message' in read) {
      setProblem({ message: read.message });
      return;
    }
    setProblem(null);
    if (isBusy && read.target === target) return;
    if (!isBusy) before.current = linked;
    setPressed({ target: read.target, submitCount: (pressed?.submitCount ?? 0) + 1 });
    begin(chosen.trim(), isBusy);
  }
  const { submitCount = 0, isCancelled = false } = pressed?.target === target ? pressed : {};
  return {
    param: rules.param,
    text,
    message: problem?.message ?? null,
    isInvalid: problem !== null,
    asked: target === null ? null : { target, submitCount, isCancelled },
    isStarted: target !== null && !isCancelled && (submitCount > 0 || !rules.waitsForPress),
    isBusy,
    onRunning,
    type,
    submit: () => choose(text),
    choose,
    cancel,
  };
}
