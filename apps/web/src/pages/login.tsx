import { useState } from 'react';
import { AuthCard, AuthField } from '../ui/auth-card.tsx';

const modes = {
  signIn: {
    title: 'Sign in to your account',
    button: 'Sign in',
    toggle: 'Need an account? Sign up',
    other: 'signUp',
    password: 'current-password',
  },
  signUp: {
    title: 'Create a new account',
    button: 'Sign up',
    toggle: 'Already have an account? Sign in',
    other: 'signIn',
    password: 'new-password',
  },
} as const;

const NOT_THERE_YET = 'Accounts are not there yet. All tools work without one.';

/** The authentication screen. No provider stands behind it yet, and it says so. */
export function Page() {
  const [mode, setMode] = useState<keyof typeof modes>('signIn');
  const [email, setEmail] = useState('');
  const [message, setMessage] = useState<string | null>(null);
  const { title, button, toggle, other, password } = modes[mode];

  function forgot() {
    setMessage(email.trim() === '' ? 'Please enter your email address' : NOT_THERE_YET);
  }
  function switchMode() {
    setMode(other);
    setMessage(null);
  }
  return (
    <AuthCard
      title={title}
      submitLabel={button}
      busy={false}
      message={message === null ? null : { text: message, isError: true }}
      onSubmit={() => setMessage(NOT_THERE_YET)}
      foot={
        <button className="btn btn-g" type="button" onClick={switchMode}>
          {toggle}
        </button>
      }
    >
      <AuthField
        label="Email"
        type="email"
        autoComplete="email"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <AuthField label="Password" type="password" autoComplete={password} required />
      {mode === 'signIn' && (
        <button className="btn btn-g" type="button" onClick={forgot}>
          Forgot your password?
        </button>
      )}
    </AuthCard>
  );
}
