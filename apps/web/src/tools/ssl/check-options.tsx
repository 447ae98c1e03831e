import { type StartTlsName, startTlsNames, startTlsPorts } from '@sonde/contract/start-tls';
import { OptionsFold } from '../../ui/forms/options-fold.tsx';

/** By their common names. */
const names: Readonly<Record<StartTlsName, string>> = {
  smtp: 'SMTP',
  imap: 'IMAP',
  pop3: 'POP3',
  ftp: 'FTP',
  ldap: 'LDAP',
  xmpp: 'XMPP, clients',
  'xmpp-server': 'XMPP, servers',
  sieve: 'ManageSieve',
  postgres: 'PostgreSQL',
  mysql: 'MySQL',
  nntp: 'NNTP',
  rdp: 'Remote Desktop',
};

interface CheckOptionsProps {
  readonly value: StartTlsName | null;
  onChange(value: StartTlsName | null): void;
  readonly isRevocationAsked: boolean;
  onRevocationChange(isAsked: boolean): void;
}

/**
 * Collapsed: most visitors check a web site, and the port decides the rest. Its inputs have no names, so that a form
 * submitted before the script is loaded sends only the target.
 */
export function CheckOptions({ value, onChange, isRevocationAsked, onRevocationChange }: CheckOptionsProps) {
  return (
    <OptionsFold isUsed={value !== null || !isRevocationAsked}>
      <label>
        STARTTLS{' '}
        <select
          value={value ?? ''}
          onChange={({ target }) => onChange(startTlsNames.find((name) => name === target.value) ?? null)}
        >
          <option value="">By the port</option>
          {startTlsNames.map((name) => (
            <option key={name} value={name}>
              {names[name]} ({startTlsPorts[name]})
            </option>
          ))}
        </select>
      </label>
      <label>
        <input
          type="checkbox"
          checked={!isRevocationAsked}
          onChange={({ target }) => onRevocationChange(!target.checked)}
        />{' '}
        Skip the revocation check (OCSP and CRL)
      </label>
    </OptionsFold>
  );
}
