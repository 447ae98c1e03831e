import { useLayoutEffect, useRef, useState } from 'react';
import { takeEarlySubmit } from '../shell/early-submit.ts';
import { useLinkedTarget } from './use-linked-target.ts';
import type { OnRunning, RunningLookup } from './use-lookup.ts';

/** How a tool reads its field. */
export interface FieldRules {
  /** The query parameter that carries the target, in links and in the form. */
  readonly param: string;
  /** What a submitted text asks for, or what is wrong with it. */
  read(text: string): { readonly target: string } | { readonly message: string };
  /** While typing: whether the field is marked red. */
  looksWrong(text: string): boolean;
  /** True where a link starts nothing by itself: it must not make us knock at a stranger's door. */
  readonly waitsForPress?: boolean;
  /** True where a cancelled lookup stays on the page with what it has found so far. */
  readonly keepsCancelled?: boolean;
  /** Further query parameters for the page's address; the same object as long as they are the same. */
  readonly more?: Readonly<Record<string, string>>;
}

/** What is looked up. */
export interface Question {
  readonly target: string;
}

/** What the page's address asks for. */
export interface Asked extends Question {
  /** Counts up whenever the visitor asks, the same again included; 0 as long as the target comes from a link alone. */
  readonly turn: number;
}

/** A field, what it asks for, and whether that runs. */
export interface LookupForm<Wanted extends Question = Asked> {
  readonly param: string;
  readonly text: string;
  readonly message: string | null;
  readonly isInvalid: boolean;
  /** Null when nothing is asked for, or nothing that can be looked up. */
  readonly asked: Wanted | null;
  /** False while nothing is asked for, or a link that waits for a press. */
  readonly isStarted: boolean;
  readonly isBusy: boolean;
  readonly onRunning: OnRunning;
  type(text: string): void;
  submit(): void;
  /** As if the visitor had typed it and pressed the button. */
  choose(text: string): void;
  /** Ends what runs, and takes the last submit back unless the tool keeps what is cancelled. */
  cancel(): void;
}

/** Stands for a lookup whose code is still on the way. */
export const notBegun: RunningLookup = { cancel: () => undefined };

/** What was asked for, and how often: nothing, or what the form sent before there was a script. */
function askedBefore({ param, read }: FieldRules): Asked | null {
  const sent = takeEarlySubmit() ? read(new URLSearchParams(location.search).get(param) ?? '') : null;
  return sent !== null && 'target' in sent ? { target: sent.target, turn: 1 } : null;
}

/**
 * The field of a tool's page. The page's address says what is looked up, so every lookup can be shared. While one runs,
 * another takes its place, and the same again is ignored.
 */
export function useLookupForm(rules: FieldRules): LookupForm {
  const { linked, known, begin, undo } = useLinkedTarget(rules.param, rules.more);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<{ message: string | null } | null>(null);
  const [pressed, setPressed] = useState(() => askedBefore(rules));
  const [running, onRunning] = useState<RunningLookup | null>(null);
  const isBusy = running !== null;
  /** What the address asked for when nothing ran yet. */
  const before = useRef<string | null>(null);

  const reading = linked === null ? null : rules.read(linked);
  const target = reading !== null && 'target' in reading ? reading.target : null;
  const linkProblem = reading !== null && 'message' in reading ? reading.message : null;
  useLayoutEffect(() => {
    if (linked === known.current) return;
    known.current = linked;
    setText(linked ?? '');
    setProblem(linkProblem === null ? null : { message: linkProblem });
    // Whoever comes back to an earlier lookup has not pressed the button for it.
    setPressed((last) => (last?.target === target ? last : null));
  }, [linked, linkProblem, target, known]);

  function cancel(): void {
    running?.cancel();
    // What has begun may have found something that stays.
    if (rules.keepsCancelled && running !== notBegun) return;
    // It must begin neither when its code is there after all, nor when Forward leads to it again.
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
    setPressed({ target: read.target, turn: (pressed?.turn ?? 0) + 1 });
    begin(chosen.trim(), isBusy);
  }
  const turn = pressed?.target === target ? pressed.turn : 0;
  return {
    param: rules.param,
    text,
    message: problem?.message ?? null,
    isInvalid: problem !== null,
    asked: target === null ? null : { target, turn },
    isStarted: target !== null && (turn > 0 || !rules.waitsForPress),
    isBusy,
    onRunning,
    type,
    submit: () => choose(text),
    choose,
    cancel,
  };
}
