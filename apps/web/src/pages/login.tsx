import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useAuth } from '../browser/accounts/auth.ts';
import { NewPasswordCard } from './login/new-password-card.tsx';
import { SignInCard } from './login/sign-in-card.tsx';
import { useResetToken } from './login/use-reset-token.ts';

/** For search engines. */
export const description = 'Sign in, create an account, or have a forgotten password reset.';

/** The sign-in page; visitors who are signed in are redirected to the dashboard. */
export function Page() {
  const { user, isLoading } = useAuth();
  const [, navigate] = useLocation();
  const resetToken = useResetToken();
  const isDone = user !== null && resetToken === null;
  useEffect(() => {
    if (isDone) navigate('/dashboard', { replace: true });
  }, [isDone, navigate]);
  if (resetToken !== null) return <NewPasswordCard token={resetToken} onSignedIn={() => navigate('/dashboard')} />;
  if (isLoading || isDone) return <Waiting />;
  return <SignInCard />;
}

/** Shown in place of the card until it is known whether somebody is signed in. */
function Waiting() {
  return (
    <section className="panel auth" aria-busy aria-labelledby="page-title">
      <h1 id="page-title">Your account</h1>
      <p role="status">One moment…</p>
    </section>
  );
}
