import { useAuth } from '../../browser/accounts/auth.ts';
import { AuthCard } from '../../ui/forms/auth-card.tsx';
import { PasswordField } from './password-field.tsx';
import { useAttempt } from './use-attempt.ts';

/** The form behind the link of a reset mail. */
export function NewPasswordCard({ token, onSignedIn }: { readonly token: string; onSignedIn(): void }) {
  const auth = useAuth();
  const { busy, message, attempt } = useAttempt();
  return (
    <AuthCard
      title="Set a new password"
      submitLabel="Save and sign in"
      busy={busy}
      message={message}
      onSubmit={(field) => attempt(() => auth.setNewPassword(token, field('password')).then(onSignedIn))}
      foot={<a href="/login">Ask for another link</a>}
    >
      <p>It signs you out on every device and revokes your API tokens: programs then need new ones.</p>
      <PasswordField label="New password" isNew />
    </AuthCard>
  );
}
