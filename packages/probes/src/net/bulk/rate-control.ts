/** What became of a question that was sent; `rejected` means refused, failed or lost. */
export type SendResult = 'answered' | 'rejected';

/** Questions sent at one rate, and their results. */
export interface Trial {
  readonly startedAtMs: number;
  lastSentAtMs: number;
  endedAtMs: number;
  sent: number;
  answered: number;
  rejected: number;
  /** True when a question had to wait for the rate. */
  isPaced: boolean;
}

const FIRST_PER_SECOND = 1000;
const MIN_PER_SECOND = 50;
/** Length of a trial during the slow start; later ones are longer, to span what a rate limiter accepts and what it refuses. */
const FIRST_TRIAL_MS = 100;
const TRIAL_MS = 200;
/** After a decrease, a rate limiter still counts earlier questions for this long. */
const SETTLING_MS = 100;
const MIN_SAMPLES = 40;
/** Results that arrive later than this (from slow recursion) are ignored. */
const GRACE_MS = 250;
/** Questions further apart than this reveal nothing about a rate. */
const PAUSE_MS = 100;
/** A limit is assumed when the share of rejections exceeds the tolerated share by this much and chance cannot explain it. */
const MARGIN = 0.1;
const DEVIATIONS = 2;
/** A tolerated share may hide a limit: how often to search for one. */
const DOUBT_MS = 3000;
/** A resolver that rejects a larger share than this has a limit, whatever the comparison shows. */
const MOST_TOLERATED = 0.9;
/** Slightly below the rate that was answered, so that a queue can drain. */
const DECREASE = 0.9;
/** In each trial without a limit, the rate grows by this share of its value at the last decrease ... */
const INCREASE = 0.05;
/** ... until this many trials in a row have passed: then the limit is gone, and each step is twice the one before. */
const STEADY_TRIALS = 5;

/**
 * Finds the rate that one resolver accepts: slow start, then additive increase and multiplicative decrease (RFC 5681).
 * Each decrease is an experiment. A rate limiter rejects less at a lower rate; a lossy link or failing name servers do
 * not. If the share of rejections stays the same, the former rate is restored and that share is tolerated.
 */
export class RateControl {
  readonly #mostPerSecond: number;
  #perSecond: number;
  /** Null until the first limit is found. */
  #increase: number | null = null;
  #trialsInARow = 0;
  #open: Trial | null = null;
  #ended: Trial | null = null;
  #experiment: { readonly share: number; readonly perSecond: number } | null = null;
  #tolerated = 0;
  #experimentAtMs = -Infinity;
  #settledAtMs = -Infinity;

  /** `mostPerSecond` may be infinite: then nothing is delayed until a limit is found. */
  constructor(mostPerSecond: number) {
    this.#mostPerSecond = mostPerSecond;
    this.#perSecond = mostPerSecond === Infinity ? Infinity : Math.min(mostPerSecond, FIRST_PER_SECOND);
  }

  get perSecond(): number {
    return this.#perSecond;
  }

  /** The share of questions, 0 to 1, that is rejected at any rate. */
  get tolerated(): number {
    return this.#tolerated;
  }

  /** Records that a question is sent. Its result is to be counted in the trial returned. */
  sent(nowMs: number): Trial {
    if (nowMs < this.#settledAtMs) return startTrial(nowMs);
    if (this.#open === null || nowMs - this.#open.lastSentAtMs > PAUSE_MS) this.#open = startTrial(nowMs);
    this.#open.sent += 1;
    this.#open.lastSentAtMs = nowMs;
    return this.#open;
  }

  /** Records that a question has to wait for the rate. */
  wait(): void {
    if (this.#open !== null) this.#open.isPaced = true;
  }

  /** Must be called often. Returns true when the rate has changed. */
  adapt(nowMs: number): boolean {
    const before = this.#perSecond;
    const ended = this.#ended;
    if (ended !== null) {
      const isKnown = ended.answered + ended.rejected >= ended.sent;
      if (!isKnown && nowMs - ended.endedAtMs < GRACE_MS) return false;
      this.#ended = null;
      this.#judge(ended, nowMs);
    }
    this.#endTrial(nowMs);
    return this.#perSecond !== before;
  }

  get #trialMs(): number {
    return this.#increase === null && this.#experiment === null ? FIRST_TRIAL_MS : TRIAL_MS;
  }

  #endTrial(nowMs: number): void {
    const open = this.#open;
    if (open === null || open.sent < MIN_SAMPLES || nowMs - open.startedAtMs < this.#trialMs) return;
    open.endedAtMs = nowMs;
    this.#ended = open;
    this.#open = null;
  }

  #judge(trial: Trial, nowMs: number): void {
    const total = trial.answered + trial.rejected;
    if (total < MIN_SAMPLES) return;
    const share = trial.rejected / total;
    const experiment = this.#experiment;
    this.#experiment = null;
    if (experiment !== null) {
      const hasHelped = share < experiment.share / 2 || share < (experiment.share + this.#tolerated) / 2;
      if (!hasHelped && share <= MOST_TOLERATED) {
        this.#tolerated = share;
        this.#change(experiment.perSecond);
        return;
      }
      this.#tolerated = Math.min(this.#tolerated, share);
      this.#increase = this.#perSecond * INCREASE;
      this.#trialsInARow = 0;
    }
    if (this.#isTooMuch(share, total) || this.#isDoubtful(share, nowMs)) this.#slowDown(trial, share, nowMs);
    else this.#speedUp(trial, share);
  }

  #isTooMuch(share: number, total: number): boolean {
    const expected = Math.max(this.#tolerated, MARGIN / 2);
    const deviation = Math.sqrt((expected * (1 - expected)) / total);
    return share > this.#tolerated + MARGIN + DEVIATIONS * deviation;
  }

  #isDoubtful(share: number, nowMs: number): boolean {
    return Math.min(share, this.#tolerated) > MARGIN && nowMs - this.#experimentAtMs > DOUBT_MS;
  }

  #slowDown(trial: Trial, share: number, nowMs: number): void {
    const sentPerSecond = Math.min(this.#perSecond, (trial.sent * 1000) / (trial.endedAtMs - trial.startedAtMs));
    // A few questions that the rate did not delay are no reason to lower it.
    if (!trial.isPaced && sentPerSecond < FIRST_PER_SECOND / 2) return;
    this.#experiment = { share, perSecond: this.#perSecond };
    this.#experimentAtMs = nowMs;
    this.#settledAtMs = nowMs + SETTLING_MS;
    this.#change(Math.max(MIN_PER_SECOND, sentPerSecond * DECREASE * (1 - share)));
  }

  #speedUp({ isPaced }: Trial, share: number): void {
    if (share < this.#tolerated) this.#tolerated += (share - this.#tolerated) / 4;
    if (!isPaced) return;
    this.#trialsInARow += 1;
    const isSteady = this.#trialsInARow <= STEADY_TRIALS;
    if (this.#increase !== null && !isSteady) this.#increase *= 2;
    this.#change(Math.min(this.#mostPerSecond, this.#perSecond + (this.#increase ?? this.#perSecond)));
  }

  /** Results of questions sent at the former rate do not count for the new one. */
  #change(perSecond: number): void {
    if (perSecond === this.#perSecond) return;
    this.#perSecond = perSecond;
    this.#open = null;
  }
}

function startTrial(nowMs: number): Trial {
  return {
    startedAtMs: nowMs,
    lastSentAtMs: nowMs,
    endedAtMs: nowMs,
    sent: 0,
    answered: 0,
    rejected: 0,
    isPaced: false,
  };
}
