import { useState } from 'react';
import { AuthCard, AuthField } from './auth-card.tsx';

/** Adds a second h1 to the demo page; elsewhere it is the only one. */
export function Demo() {
  const [failed, setFailed] = useState(false);
  return (
    <AuthCard
      title="Sign in to your account"
      submitLabel="Sign in"
      busy={false}
      message={failed ? { text: 'The e-mail address or the password is wrong.', isError: true } : null}
      onSubmit={() => setFailed(true)}
      foot={<a href="#demo">Need an account? Sign up</a>}
    >
      <AuthField label="Email" type="email" autoComplete="email" required />
      <AuthField label="Password" type="password" autoComplete="current-password" required />
    </AuthCard>
  );
}
