import { useLayoutEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { lookupLink, secondTarget } from '../screens/lookup-link.ts';
import type { ScreenCard } from '../screens/screen-card.ts';
import { useOwnSearch } from './use-linked-target.ts';
import type { LookupForm } from './use-lookup-form.ts';

/**
 * A form whose page also handles a second kind of target: `/dns?address=192.0.2.1`. Submits follow the specification's
 * rules; only a link, a recent lookup or the button beside the refusal uses the second parameter.
 */
export function useSecondTarget(form: LookupForm, screen: ScreenCard): LookupForm {
  const [path, navigate] = useLocation();
  const param = screen.lookup?.second?.param ?? '';
  const linked = new URLSearchParams(useOwnSearch(path)).get(param);
  const target = linked === null ? null : (secondTarget(screen, linked)?.target ?? null);
  const [pressed, setPressed] = useState({ target, submitCount: 0 });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is another one at each render
  useLayoutEffect(() => {
    if (target !== null) form.type(target);
    // Not a valid second target: the field shows what is wrong.
    else if (linked !== null) form.choose(linked);
  }, [linked, target]);

  const submitCount = pressed.target === target ? pressed.submitCount : 0;
  const isShown = target !== null && form.text.trim() === target;

  function again(): void {
    if (!form.isBusy) setPressed({ target, submitCount: submitCount + 1 });
  }
  function choose(chosen: string): void {
    const second = secondTarget(screen, chosen);
    if (second === null) form.choose(chosen);
    else if (second.target === target) again();
    else navigate(lookupLink(screen, second.target) ?? screen.path);
  }
  return {
    ...form,
    message: isShown ? null : form.message,
    isInvalid: !isShown && form.isInvalid,
    asked: target === null ? form.asked : { target, submitCount },
    isStarted: target !== null || form.isStarted,
    submit: isShown ? again : form.submit,
    choose,
  };
}
