import { type FormEvent, useState } from 'react';
import { useAuth } from '../../browser/accounts/auth.ts';
import type { User } from '../../browser/accounts/identity-provider.ts';
import { toast } from '../../ui/feedback/announce.ts';
import { CircleUserRound } from '../../ui/icons/lucide/circle-user-round.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { useAttempt } from '../login/use-attempt.ts';

/** Who is signed in, with sign-out and deletion of the account. */
export function AccountPanel({ user }: { readonly user: User }) {
  const { logOut } = useAuth();
  const { busy, message, attempt } = useAttempt();
  return (
    <Panel title="Account" icon={CircleUserRound}>
      <div className="kept-form">
        <p>
          You are signed in
          {user.email !== null && (
            <>
              {' '}
              as <strong>{user.email}</strong>
            </>
          )}
          .
        </p>
        <p className="acts">
          <button className="btn" type="button" disabled={busy} onClick={() => attempt(logOut)}>
            Sign out
          </button>
        </p>
        {message && (
          <p className="auth-error" role="alert">
            {message.text}
          </p>
        )}
        <Deletion />
      </div>
    </Panel>
  );
}

function Deletion() {
  const { deleteAccount } = useAuth();
  const [password, setPassword] = useState('');
  const { busy, message, attempt } = useAttempt();

  function submit(event: FormEvent) {
    event.preventDefault();
    void attempt(() => deleteAccount(password).then(() => toast('Your account has been deleted')));
  }
  return (
    <details>
      <summary>Delete account</summary>
      <form method="post" onSubmit={submit}>
        <p>Your account, your history and your saved targets are deleted at once and cannot be restored.</p>
        <div className="kept-filter">
          <input
            type="password"
            aria-label="Your password"
            placeholder="Your password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <button className="btn btn-danger" type="submit" disabled={busy}>
            Delete everything
          </button>
        </div>
        {message && (
          <p className="auth-error" role="alert">
            {message.text}
          </p>
        )}
      </form>
    </details>
  );
}
