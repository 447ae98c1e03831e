import { type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { AskError } from '../../browser/api/ask-error.ts';
import { ErrorBox } from '../../ui/feedback/error-box.tsx';
import { useSecondsUntil } from '../../ui/times/use-seconds-until.ts';
import { AlsoCheck } from '../screens/also-check.tsx';
import { targetInSearch } from '../screens/lookup-link.ts';
import { ToolsContext } from '../screens/screens-context.ts';
import { LookupFrame } from './lookup-frame.tsx';
import { offlineCause, silenceCause } from './offline-cause.ts';
import { isMissingName, isRefusal, notFoundAt } from './refusal.ts';

export interface LookupFailureProps {
  readonly error: unknown;
  readonly message: string;
  /** A second line, if the tool has one. */
  readonly cause?: ReactNode;
  onAgain(): void;
}

/**
 * A failed lookup with its message, and a button to retry unless the same input would be refused again. It disappears
 * when the visitor changes the field.
 */
export function LookupFailure({ error, message, cause = null, onAgain }: LookupFailureProps) {
  const isCleared = useTyped();
  const waitSeconds = useSecondsUntil(useMemo(() => untilOf(error), [error]));
  // Above the box, «Check again» does the same.
  const hasNoRetry = isRefusal(error) || notFoundAt(error) !== undefined;
  const box = (
    <ErrorBox message={message} onRetry={hasNoRetry ? undefined : onAgain} waitSeconds={waitSeconds}>
      {cause ?? offlineCause(error) ?? silenceCause(error, message)}
    </ErrorBox>
  );
  const others = useOthers(isMissingName(error));
  return <LookupFrame top={isCleared ? null : box} foot={!isCleared && others} />;
}

/** Links to the other tools, with the target in the page's address. */
function useOthers(isMissing: boolean): ReactNode {
  const screen = useContext(ToolsContext).find(({ path }) => path === location.pathname);
  const target = screen === undefined ? null : targetInSearch(screen, location.search);
  return (
    screen !== undefined && target !== null && <AlsoCheck tool={screen.id} target={target} isMissing={isMissing} />
  );
}

/** True from the first change of the page's field on. */
function useTyped(): boolean {
  const [isTyped, setTyped] = useState(false);
  useEffect(() => {
    const onInput = ({ target }: Event) => {
      // Ignores changes of the options beside the field.
      if (target instanceof HTMLInputElement && target.matches('form[role="search"] #field')) setTyped(true);
    };
    document.addEventListener('input', onInput);
    return () => document.removeEventListener('input', onInput);
  }, []);
  return isTyped;
}

/** When the server allows a retry, by this browser's clock; null if it did not say. */
function untilOf(error: unknown): number | null {
  const { retryAfterSeconds } = (error instanceof AskError && error.failure) || {};
  return retryAfterSeconds === undefined ? null : Date.now() + retryAfterSeconds * 1000;
}
