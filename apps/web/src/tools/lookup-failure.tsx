import { AskError } from '../ask-error.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { LookupFrame } from './lookup-frame.tsx';
import { offlineCause } from './offline-cause.ts';

export interface LookupFailureProps {
  readonly error: unknown;
  readonly message: string;
  /** The second line, where a tool has one of its own. */
  readonly cause?: string | null;
  onAgain(): void;
}

/** Why a lookup came to nothing, with a second try unless the same text is refused whenever it comes. */
export function LookupFailure({ error, message, cause = null, onAgain }: LookupFailureProps) {
  const code = error instanceof AskError ? error.failure?.code : null;
  const isFinal = code === 'invalid-input' || code === 'refused-target';
  const box = (
    <ErrorBox message={message} onRetry={isFinal ? undefined : onAgain}>
      {cause ?? offlineCause(error)}
    </ErrorBox>
  );
  return <LookupFrame top={box} />;
}
