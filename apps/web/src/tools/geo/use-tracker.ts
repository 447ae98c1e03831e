import { classify } from '@sonde/contract/target/classify';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLinkedTarget } from '../use-linked-target.ts';
import type { RunningLookup } from '../use-lookup.ts';
import type { LookupForm, Question } from '../use-lookup-form.ts';
import { texts } from './texts.ts';
import { recall, rememberCounter, rememberText } from './tracker-memory.ts';

/** A lookup as it was asked for; the counter tells the same again from before. */
export interface Asked extends Question {
  readonly counter: number;
}

export interface Tracker extends LookupForm<Asked> {
  /** Shows why there is nothing to look up. */
  complain(message: string): void;
}

/**
 * The field of the IP tracker. Text and counter live in the tab's session, so that a visitor who comes back finds the
 * answer; a link adds one to the counter, as a press of the button does.
 */
export function useTracker(param: string): Tracker {
  const { linked, known, goTo } = useLinkedTarget(param);
  const [text, setText] = useState('');
  const [message, setMessage] = useState<string | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [running, onRunning] = useState<RunningLookup | null>(null);
  const isBusy = running !== null;
  const counter = useRef(0);
  const before = useRef<Asked | null>(null);

  const ask = useCallback((target: string) => {
    counter.current += 1;
    rememberCounter(counter.current);
    setAsked({ target, counter: counter.current });
  }, []);

  // Before the first paint after hydration, whose markup knows neither the address nor the session.
  useLayoutEffect(() => {
    const memory = recall();
    counter.current = memory.counter;
    if (memory.text === '' || new URLSearchParams(location.search).has(param)) return;
    // Whoever was faster than the script has typed something newer.
    setText((typed) => typed || memory.text);
    const target = memory.text.trim();
    if (memory.counter > 0 && classify(target) !== 'invalid') setAsked({ target, counter: memory.counter });
  }, [param]);

  useEffect(() => {
    if (linked === null || linked === known.current) return;
    known.current = linked;
    setText(linked);
    rememberText(linked);
    setMessage(linked.trim() === '' ? texts.blank : null);
    if (linked.trim() !== '') ask(linked.trim());
  }, [linked, known, ask]);

  function type(typed: string): void {
    setText(typed);
    rememberText(typed);
    setMessage(null);
  }
  function choose(chosen: string): void {
    type(chosen);
    const target = chosen.trim();
    if (target === '') {
      setMessage(texts.blank);
      return;
    }
    if (isBusy && target === asked?.target) return;
    if (!isBusy) before.current = asked;
    ask(target);
    goTo(target);
  }
  function cancel(): void {
    running?.cancel();
    setAsked(before.current);
    goTo(before.current?.target ?? null);
  }
  return {
    param,
    text,
    message,
    isInvalid: message !== null,
    asked,
    isStarted: asked !== null,
    isBusy,
    onRunning,
    type,
    submit: () => choose(text),
    choose,
    complain: setMessage,
    cancel,
  };
}
