/* What the short set leaves out. */
import './raw-requests.test.ts';
