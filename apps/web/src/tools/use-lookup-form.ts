import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { takeEarlySubmit } from '../shell/early-submit.ts';

/** How a tool reads its field. */
export interface FieldRules {
  /** The query parameter that carries the target, in links and in the form. */
  readonly param: string;
  /** What a submitted text asks for, or what is wrong with it. */
  read(text: string): { readonly target: string } | { readonly message: string };
  /** While typing: whether the field is marked red. */
  looksWrong(text: string): boolean;
}

export interface LookupForm {
  readonly text: string;
  readonly message: string | null;
  readonly isInvalid: boolean;
  /** What the page's address asks for; null when it asks for nothing, or for nothing that can be looked up. */
  readonly target: string | null;
  /** Counts up whenever the visitor asks, the same again included; 0 as long as `target` comes from a link alone. */
  readonly turn: number;
  type(text: string): void;
  submit(): void;
  /** As if the visitor had typed it and pressed the button. */
  choose(text: string): void;
  /** Takes the last submit back. */
  cancel(): void;
}

/** What was asked for, and how often: nothing, or what the form sent before there was a script. */
function askedBefore({ param, read }: FieldRules): { readonly target: string | null; readonly turn: number } {
  const sent = takeEarlySubmit() ? read(new URLSearchParams(location.search).get(param) ?? '') : null;
  return sent !== null && 'target' in sent ? { target: sent.target, turn: 1 } : { target: null, turn: 0 };
}

/**
 * The field of a tool's page. The page's address says what is looked up, so every lookup can be shared. While one runs,
 * another takes its place, and the same again is ignored.
 */
export function useLookupForm(rules: FieldRules, isBusy: boolean): LookupForm {
  const [path, navigate] = useLocation();
  const linked = new URLSearchParams(useSearch()).get(rules.param);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<{ message: string | null } | null>(null);
  const [asked, setAsked] = useState(() => askedBefore(rules));
  /** What the address asked for when nothing ran yet. */
  const before = useRef<string | null>(null);
  /** What the field already answers to: the rest of the address's changes come from links. */
  const known = useRef<string | null>(null);

  const reading = linked === null ? null : rules.read(linked);
  const target = reading !== null && 'target' in reading ? reading.target : null;
  const linkProblem = reading !== null && 'message' in reading ? reading.message : null;
  useLayoutEffect(() => {
    if (linked === known.current) return;
    known.current = linked;
    setText(linked ?? '');
    setProblem(linkProblem === null ? null : { message: linkProblem });
  }, [linked, linkProblem]);

  const goTo = useCallback(
    (wanted: string | null) => {
      known.current = wanted;
      const query = wanted === null ? '' : `?${new URLSearchParams({ [rules.param]: wanted })}`;
      navigate(path + query, { replace: true });
    },
    [navigate, path, rules.param],
  );
  const cancel = useCallback(() => goTo(before.current), [goTo]);

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
    setAsked({ target: read.target, turn: asked.turn + 1 });
    goTo(chosen.trim());
  }
  return {
    text,
    message: problem?.message ?? null,
    isInvalid: problem !== null,
    target,
    turn: asked.target === target ? asked.turn : 0,
    type,
    submit: () => choose(text),
    choose,
    cancel,
  };
}
