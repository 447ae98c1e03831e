// In this folder: tokens that let programs call the API as the signed-in person.

import { formatUtc } from '@sonde/contract/text/format-utc';
import type { MadeToken, TokenEntry, TokenScope, TokenWish } from '@sonde/contract/tokens';
import { useState } from 'react';
import { makeToken, useTokens } from '../../../browser/accounts/token-data.ts';
import { textOf } from '../../../browser/api/ask-error-text.ts';
import { withLocalTimes } from '../../../browser/page/local-times.ts';
import { toast } from '../../../ui/feedback/announce.ts';
import { ErrorBox } from '../../../ui/feedback/error-box.tsx';
import { KeyRound } from '../../../ui/icons/lucide/key-round.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Badge } from '../../../ui/tables/badge.tsx';
import { visibleText } from '../../../ui/text/visible-text.ts';
import { ConfirmButton } from '../confirm-button.tsx';
import { adoptMemberSheets } from '../member-sheets.ts';
import { useChange } from '../use-change.ts';
import { MadeTokenBox } from './made-token.tsx';
import { NewTokenForm } from './new-token-form.tsx';
import { scopeWords } from './scope-words.ts';

adoptMemberSheets();

/** The tokens of the account: create, show once, list, revoke. */
export function Result() {
  const { data, error, refetch } = useTokens();
  const [made, setMade] = useState<(MadeToken & Pick<TokenEntry, 'scopes'>) | null>(null);
  const { busy, problem, run, attempt } = useChange();

  async function make(wish: TokenWish): Promise<boolean> {
    const answer = await attempt(() => makeToken(wish), `${wish.name} made`);
    if (answer !== null) setMade({ ...answer, scopes: wish.scopes ?? [] });
    return answer !== null;
  }
  async function revoke({ id, name }: TokenEntry) {
    const isDone = await run(`/tokens/${id}`, { method: 'DELETE' }, `${name} revoked`);
    if (isDone && made?.id === id) setMade(null);
  }
  const tokens = data?.tokens ?? [];
  return (
    <Panel title="API tokens" icon={KeyRound} count={tokens.length}>
      {data !== undefined && <NewTokenForm offered={data.offered} busy={busy} onMake={make} />}
      {made !== null && (
        <MadeTokenBox
          key={made.id}
          token={made.token}
          scopes={made.scopes}
          onDone={() => {
            setMade(null);
            toast('The token is no longer shown');
          }}
        />
      )}
      {error && <ErrorBox message={textOf(error)} onRetry={() => refetch()} />}
      {problem && <ErrorBox message={problem} />}
      {data === undefined && !error && <p className="status">One moment…</p>}
      {data !== undefined && tokens.length === 0 && <p className="status">You have no tokens.</p>}
      <ul className="kept-targets">
        {tokens.map((token) => (
          <TokenItem key={token.id} token={token} busy={busy} onRevoke={() => revoke(token)} />
        ))}
      </ul>
    </Panel>
  );
}

interface TokenItemProps {
  readonly token: TokenEntry;
  readonly busy: boolean;
  onRevoke(): void;
}

function TokenItem({ token, busy, onRevoke }: TokenItemProps) {
  const { name, scopes, madeAt, usedAt, expiresAt } = token;
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  const shown = visibleText(name);
  return (
    <li>
      <div>
        <strong>{shown}</strong> {isExpired && <Badge tone="warn">Expired</Badge>}
        <p>{scopes.map(titleOf).join(', ')}</p>
        <p className="times">
          {usedAt === null ? 'Never used' : withLocalTimes(`Last used ${formatUtc(usedAt)}`)}
          {' · '}
          {withLocalTimes(`made ${formatUtc(madeAt)}`)}
          {' · '}
          {expiresAt === null
            ? 'does not expire'
            : withLocalTimes(`${isExpired ? 'expired' : 'expires'} ${formatUtc(expiresAt)}`)}
        </p>
      </div>
      <div className="acts">
        <ConfirmButton
          label="Revoke"
          name={`Revoke ${shown}`}
          question="Revoke it now"
          disabled={busy}
          onConfirm={onRevoke}
        />
      </div>
    </li>
  );
}

const titleOf = (scope: TokenScope) => scopeWords[scope].title;
