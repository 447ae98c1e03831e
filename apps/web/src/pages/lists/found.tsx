import { counted } from '@sonde/contract/text/counted';
import { Link } from 'wouter';
import { useAuth } from '../../browser/accounts/auth.ts';
import type { TextRead } from './list-lookup.ts';

interface FoundProps extends TextRead {
  /** The most targets that this page looks up from these places. */
  readonly most: number;
  /** The most that it looks up from one. */
  readonly limit: number;
}

/** What was recognised in the text, and what is left out. */
export function Found({ all, targets, badLines, most, limit }: FoundProps) {
  const { user } = useAuth();
  const others = all - targets.length;
  return (
    <>
      {counted(targets.length, 'target')} found.
      {others > 0 && ` This tool does not take ${counted(others, 'other')}.`}
      {badLines.length > 0 && ` ${counted(badLines.length, 'line')} without a target left out.`}
      {targets.length > most && (
        <>
          {' '}
          This page checks the first {most}
          {most < limit && ', since each counts once for each place'}. With an account, lists of up to 1,000 run in the
          background:{' '}
          <Link href={user === null ? '/login' : '/dashboard#lists'}>{user === null ? 'sign in' : 'your lists'}</Link>.
        </>
      )}
    </>
  );
}
