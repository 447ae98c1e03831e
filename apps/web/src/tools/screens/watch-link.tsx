import { Link } from 'wouter';
import { CalendarClock } from '../../ui/icons/lucide/calendar-clock.ts';

export interface WatchLinkProps {
  readonly tool: string;
  readonly target: string;
}

/** Leads to the form for a new watch, filled in; a visitor without an account reads there what a watch is. */
export function WatchLink({ tool, target }: WatchLinkProps) {
  return (
    <Link className="btn" href={`/watch?${new URLSearchParams({ tool, target })}`}>
      <CalendarClock className="i" />
      Watch
    </Link>
  );
}
