import { type ReactNode, useContext } from 'react';
import { useLocation } from 'wouter';
import type { ScreenCard } from '../screens/screen-card.ts';
import { ToolsContext } from '../screens/screens-context.ts';
import { Offer } from './offer.tsx';
import { isLeaveLoaded, leaveIfElsewhere, loadLeave } from './take-paste.ts';

/** What a field needs of the form behind it. */
export interface FieldForm {
  readonly text: string;
  readonly message: string | null;
  readonly asked: { readonly target: string } | null;
  submit(): void;
  choose(text: string): void;
}

/** Makes a field take any text: what its page does not look up is offered, and submitted, where it is understood. */
export function useAnyField(screen: ScreenCard, form: FieldForm): { submit(): void; readonly offer: ReactNode } {
  const screens = useContext(ToolsContext);
  const [, navigate] = useLocation();
  const isRefused = form.message !== null;
  function submit(): void {
    const submitted = { screen, screens, text: form.text, isRefused };
    const leave = () => leaveIfElsewhere(submitted, { navigate, choose: form.choose });
    if (leave()) return;
    form.submit();
    // The first key may have been Enter, before the code that knows other texts was loaded.
    if (!isLeaveLoaded()) void loadLeave().then(leave);
  }
  const isAnswered = form.asked !== null && form.asked.target === form.text.trim();
  const offer = (
    <Offer screen={screen} text={form.text} isRefused={isRefused} isAnswered={isAnswered} onChoose={form.choose} />
  );
  return { submit, offer };
}
