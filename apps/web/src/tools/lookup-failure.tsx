import { useEffect, useMemo, useState } from 'react';
import { AskError } from '../ask-error.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { useSecondsUntil } from '../ui/use-seconds-until.ts';
import { LookupFrame } from './lookup-frame.tsx';
import { offlineCause } from './offline-cause.ts';
import { isRefusal } from './refusal.ts';

export interface LookupFailureProps {
  readonly error: unknown;
  readonly message: string;
  /** The second line, where a tool has one of its own. */
  readonly cause?: string | null;
  onAgain(): void;
}

/**
 * Why a lookup came to nothing, with a second try unless the same text is refused whenever it comes. Like the message
 * under the field it goes when the visitor types something else.
 */
export function LookupFailure({ error, message, cause = null, onAgain }: LookupFailureProps) {
  const isCleared = useTyped();
  const waitSeconds = useSecondsUntil(useMemo(() => untilOf(error), [error]));
  const box = (
    <ErrorBox message={message} onRetry={isRefusal(error) ? undefined : onAgain} waitSeconds={waitSeconds}>
      {cause ?? offlineCause(error)}
    </ErrorBox>
  );
  return <LookupFrame top={isCleared ? null : box} />;
}

/** True from the first change of the page's field on. */
function useTyped(): boolean {
  const [isTyped, setTyped] = useState(false);
  useEffect(() => {
    const onInput = ({ target }: Event) => {
      // Not the options beside it.
      if (target instanceof HTMLInputElement && target.matches('form[role="search"] #field')) setTyped(true);
    };
    document.addEventListener('input', onInput);
    return () => document.removeEventListener('input', onInput);
  }, []);
  return isTyped;
}

/** When the server wants to be asked again, by this browser's clock; null where it has not said. */
function untilOf(error: unknown): number | null {
  const { retryAfterSeconds } = (error instanceof AskError && error.failure) || {};
  return retryAfterSeconds === undefined ? null : Date.now() + retryAfterSeconds * 1000;
}
