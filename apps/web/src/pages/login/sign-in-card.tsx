// In this folder: the cards of the sign-in page.
import { type MouseEvent, useEffect, useState } from 'react';
import { useAuth } from '../../browser/accounts/auth.ts';
import { documentTitle } from '../../browser/page/document-title.ts';
import { AuthCard, AuthField, fieldText } from '../../ui/forms/auth-card.tsx';
import { PasswordField } from './password-field.tsx';
import { useAttempt } from './use-attempt.ts';

const modes = {
  signIn: {
    title: 'Sign in to your account',
    button: 'Sign in',
    toggle: 'Need an account? Sign up',
    other: 'signUp',
    hash: '#sign-up',
  },
  signUp: {
    title: 'Create a new account',
    button: 'Sign up',
    toggle: 'Already have an account? Sign in',
    other: 'signIn',
    hash: '#sign-in',
  },
} as const;

const NO_EMAIL = 'Please enter your email address';
const sentTexts = {
  mail: 'Password reset email sent. Please check your inbox.',
  operator: 'This server sends no email. If you have an account, ask its operator for the link to set a new password.',
} as const;

/** Sign-in, sign-up and password reset. */
export function SignInCard() {
  const auth = useAuth();
  const [mode, setMode] = useState<keyof typeof modes>('signIn');
  const { busy, message, attempt, say } = useAttempt();
  const { title, button, toggle, other, hash } = modes[mode];
  useEffect(() => {
    document.title = documentTitle(button);
  }, [button]);
  const problem = auth.problem === null ? null : { text: auth.problem, isError: true };

  function forgot(event: MouseEvent<HTMLAnchorElement>) {
    event.preventDefault();
    if (busy) return;
    const email = fieldText(event.currentTarget.closest('form'), 'email').trim();
    if (email === '') say({ text: NO_EMAIL, isError: true });
    else
      void attempt(
        () => auth.sendPasswordReset(email),
        (delivery) => sentTexts[delivery],
      );
  }
  function switchMode(event: MouseEvent) {
    event.preventDefault();
    setMode(other);
    say(null);
  }
  return (
    <AuthCard
      title={title}
      submitLabel={button}
      busy={busy}
      message={message ?? problem}
      onSubmit={(field) => attempt(() => auth[mode](field('email').trim(), field('password')))}
      foot={
        <a href={hash} onClick={switchMode}>
          {toggle}
        </a>
      }
    >
      <AuthField label="Email" id="email" type="email" autoComplete="email" required />
      <PasswordField label="Password" isNew={mode === 'signUp'} />
      {mode === 'signIn' && (
        <p className="auth-forgot">
          {/* biome-ignore lint/a11y/useValidAnchor: the specification has a link here */}
          <a href="#reset" onClick={forgot}>
            Forgot your password?
          </a>
        </p>
      )}
    </AuthCard>
  );
}
