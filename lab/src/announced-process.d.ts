import { type ChildProcess } from 'node:child_process';
/** How a process says that it is ready. */
export interface Announcement {
    /** Labs announce themselves on standard output, servers on standard error. */
    readonly on: 'stdout' | 'stderr';
    /** The line to wait for; its first group is returned. */
    readonly line: RegExp;
    /** Default: a minute, far longer than a start takes, since a busy machine is slow. */
    readonly withinMs?: number;
}
export interface StartOptions extends Announcement {
    readonly cwd?: string | URL;
    /** The complete environment; default: that of this process. */
    readonly env?: Readonly<Record<string, string | undefined>>;
    /** Where standard output goes if nothing is announced there; default: ignored. */
    readonly stdout?: 'pipe' | 'inherit' | 'ignore' | number;
}
/** A process that is ready; the caller must stop it. */
export interface AnnouncedProcess {
    readonly child: ChildProcess;
    readonly announced: string;
    /** Sends a signal, by default SIGTERM, and waits for the end; a process that does not end in time is killed. */
    stop(signal?: NodeJS.Signals): Promise<void>;
}
/** Starts a process and waits until it announces itself. Its standard input is a pipe, which closes when this process ends. */
export declare function startAnnounced(command: string, args: readonly string[], { cwd, env, stdout, ...announcement }: StartOptions): Promise<AnnouncedProcess>;
/**
 * Waits for the line with which a process announces itself, and returns its first group. A process that ends before that,
 * or has not printed the line in time, is killed; the error contains its output.
 */
export declare function announcementOf(child: ChildProcess, announcement: Announcement): Promise<string>;
/** Sends a signal, by default SIGTERM, and waits for the end; a process that does not end in time is killed. */
export declare function endProcess(child: ChildProcess, signal?: NodeJS.Signals, withinMs?: number): Promise<void>;
