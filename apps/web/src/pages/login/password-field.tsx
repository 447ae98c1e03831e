import { MIN_PASSWORD_LENGTH } from '@sonde/contract/password';
import { useState } from 'react';
import { siteConfig } from '../../browser/site-config.ts';
import { AuthField } from '../../ui/forms/auth-card.tsx';

const RULE = 'password-rule';

export interface PasswordFieldProps {
  readonly label: string;
  /** True for a new password: its rule is then shown in advance. */
  readonly isNew: boolean;
}

/** A password field with a button that reveals the text. */
export function PasswordField({ label, isNew }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  // Hosted providers have their own rules and state them when they refuse a password.
  const hasRule = isNew && siteConfig.accounts.provider === 'embedded';
  return (
    <div className="password">
      <AuthField
        label={label}
        id="password"
        type={isShown ? 'text' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        autoCapitalize="none"
        spellCheck={false}
        aria-describedby={hasRule ? RULE : undefined}
        required
      />
      <div className="password-foot">
        {hasRule && <p id={RULE}>At least {MIN_PASSWORD_LENGTH} characters.</p>}
        <button className="btn btn-g" type="button" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          Show password
        </button>
      </div>
    </div>
  );
}
