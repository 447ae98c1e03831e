/* Watches of reports and of certificates as well. */
import './watch-target.test.ts';
