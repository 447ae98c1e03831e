/** A page that Lighthouse judges. */
export interface JudgedPage {
  /** The name in the results. */
  readonly name: string;
  readonly origin: string;
  readonly path: string;
  /** False for pages that search engines must not index: their SEO score is not judged. */
  readonly isIndexed: boolean;
}
