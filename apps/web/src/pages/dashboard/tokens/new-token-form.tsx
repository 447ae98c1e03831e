import { MAX_TOKEN_NAME, type TokenScope, type TokenWish } from '@sonde/contract/tokens';
import { type FormEvent, useId, useState } from 'react';
import { scopeWords } from './scope-words.ts';

const lifetimes: readonly { readonly days: number | null; readonly text: string }[] = [
  { days: 30, text: 'For 30 days' },
  { days: 90, text: 'For 90 days' },
  { days: 365, text: 'For a year' },
  { days: null, text: 'Until it is revoked' },
];
const USUAL_DAYS = 90;

export interface NewTokenFormProps {
  readonly offered: readonly TokenScope[];
  readonly busy: boolean;
  /** Resolves to whether the token was created. */
  onMake(wish: TokenWish): Promise<boolean>;
}

/** A form for the name, scopes and lifetime of a new token. */
export function NewTokenForm({ offered, busy, onMake }: NewTokenFormProps) {
  const id = useId();
  const [name, setName] = useState('');
  const [days, setDays] = useState<number | null>(USUAL_DAYS);
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['lookups']);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (await onMake({ name, scopes: [...scopes], days })) setName('');
  }
  const toggle = (scope: TokenScope, isOn: boolean) =>
    setScopes(offered.filter((one) => (one === scope ? isOn : scopes.includes(one))));
  return (
    <form className="kept-form" onSubmit={submit}>
      <p>Programs send a token with each request. It has a larger allowance than requests without a token.</p>
      <fieldset className="choices">
        <legend>What is the token for?</legend>
        {offered.map((scope) => (
          <div key={scope}>
            <input
              id={`${id}-${scope}`}
              type="checkbox"
              aria-describedby={`${id}-${scope}-meaning`}
              checked={scopes.includes(scope)}
              onChange={(event) => toggle(scope, event.target.checked)}
            />
            <label htmlFor={`${id}-${scope}`}>{scopeWords[scope].title}</label>
            <span id={`${id}-${scope}-meaning`}>{scopeWords[scope].meaning}</span>
          </div>
        ))}
      </fieldset>
      <div className="kept-filter">
        <input
          aria-label="Name of the token"
          placeholder="Name, such as nightly check"
          required
          maxLength={MAX_TOKEN_NAME}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <select
          aria-label="Valid"
          value={String(days)}
          onChange={({ target }) => setDays(lifetimes.find((one) => String(one.days) === target.value)?.days ?? null)}
        >
          {lifetimes.map((one) => (
            <option key={one.text} value={String(one.days)}>
              {one.text}
            </option>
          ))}
        </select>
        <button className="btn" type="submit" disabled={busy || scopes.length === 0}>
          Make token
        </button>
      </div>
    </form>
  );
}
