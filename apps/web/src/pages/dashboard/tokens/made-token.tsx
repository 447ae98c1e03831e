import { type TokenScope, tokenScopes } from '@sonde/contract/tokens';
import { useEffect, useRef } from 'react';
import { CopyButton } from '../../../ui/export/copy-button.tsx';
import { scopeWords } from './scope-words.ts';

export interface MadeTokenBoxProps {
  readonly token: string;
  readonly scopes: readonly TokenScope[];
  onDone(): void;
}

/** Shows a new token; it cannot be shown again later. */
export function MadeTokenBox({ token, scopes, onDone }: MadeTokenBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const first = tokenScopes.find((scope) => scopes.includes(scope)) ?? 'lookups';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div ref={box} className="made" role="group" aria-label="The new token" tabIndex={-1}>
      <p>
        <strong>Copy the token now.</strong> It is shown only once. Anyone who has it can use it.
      </p>
      <p className="copy-line">
        <code>{token}</code>
        <CopyButton label="the token" text={token} />
      </p>
      <p>A first call with it:</p>
      <p className="copy-line">
        <code>{scopeWords[first].command(token, location.origin)}</code>
        <CopyButton label="the command" text={scopeWords[first].command(token, location.origin)} />
      </p>
      <button className="btn" type="button" onClick={onDone}>
        I have copied it
      </button>
    </div>
  );
}
