import { classify } from '@sonde/contract/targets/classify';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CancellableLookup } from '../lookup/running-lookup.ts';
import { useLinkedTarget } from '../lookup/use-linked-target.ts';
import type { LookupForm, TargetQuestion } from '../lookup/use-lookup-form.ts';
import { texts } from './texts.ts';
import { counterOf, recall, rememberCounter, rememberSubmit, rememberTarget, rememberText } from './tracker-memory.ts';

/** One submit; the counter distinguishes repeated lookups of a target. */
export interface CountedTarget extends TargetQuestion {
  readonly counter: number;
}

export interface Tracker extends LookupForm<CountedTarget> {
  /** Shows why the text cannot be looked up. */
  complain(message: string): void;
}

/**
 * The form of the IP tracker. Text, counter and answers are kept in the tab's session, so visitors who return by a
 * link, the Back button or a reload find their answer without a request. The counter rises with each submit; a link
 * that is the session's first lookup counts as one, because nothing is looked up while the counter is 0.
 */
export function useTracker(param: string): Tracker {
  const { linked, known, begin, undo, correct } = useLinkedTarget(param);
  const [text, setText] = useState('');
  const [message, setMessage] = useState<string | null>(null);
  const { asked, show, counter, count } = useCountedLookup();
  const [running, onRunning] = useState<CancellableLookup | null>(null);
  const isBusy = running !== null;
  const before = useRef<CountedTarget | null>(null);

  // Before the first paint after hydration: the prerendered markup depends on neither the address nor the session.
  useLayoutEffect(() => {
    const memory = recall();
    counter.current = memory.counter;
    if (memory.text === '' || new URLSearchParams(location.search).has(param)) return;
    // The visitor may have typed something newer before the script was loaded.
    setText((typed) => typed || memory.text);
    const target = memory.target ?? submittedText(memory.text);
    if (memory.counter > 0 && target !== '') show({ target, counter: counterOf(target) ?? memory.counter });
  }, [param, counter, show]);

  // Also before the first paint: the header would become a banner, and then a bar again.
  useLayoutEffect(() => {
    if (linked === known.current) return;
    known.current = linked;
    const target = linked?.trim() ?? '';
    const shown = textBeside(target) ?? linked ?? '';
    setText(shown);
    rememberText(shown);
    setMessage(linked !== null && target === '' ? texts.blank : null);
    if (target !== '' && counter.current <= 0) count();
    show(target === '' ? null : { target, counter: counterOf(target) ?? counter.current });
  }, [linked, known, counter, show, count]);
  // An answer restored from the session is added to the address as well, so that Back leads to it.
  useEffect(() => {
    if (linked === null && asked !== null) correct(asked.target);
  }, [linked, asked, correct]);

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
    count();
    rememberSubmit(target, counter.current);
    show({ target, counter: counter.current });
    begin(target, isBusy);
  }
  function cancel(): void {
    running?.cancel();
    show(before.current);
    undo(before.current?.target ?? null);
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

/** A text that was typed after the lookup of this target, and not submitted: it survives Back and a reload. */
function textBeside(target: string): string | null {
  const memory = recall();
  return target !== '' && memory.target === target && memory.text !== '' ? memory.text : null;
}

/** The target and the number of submits, mirrored in the tab's session. */
function useCountedLookup() {
  const [asked, setAsked] = useState<CountedTarget | null>(null);
  const counter = useRef(0);
  const show = useCallback((next: CountedTarget | null) => {
    setAsked(next);
    rememberTarget(next?.target ?? '');
  }, []);
  const count = useCallback(() => {
    counter.current += 1;
    rememberCounter(counter.current);
  }, []);
  return { asked, show, counter, count };
}

/**
 * A session without a stored target was started by another version of this page: its counter shows that there was a
 * submit, and its text is the target.
 */
function submittedText(text: string): string {
  return classify(text.trim()) === 'invalid' ? '' : text.trim();
}
