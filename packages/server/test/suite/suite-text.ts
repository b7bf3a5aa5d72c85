import { type FileReport, hasFailed } from './file-report.ts';

const SLOWEST = 20;
const FAILING_TESTS = '✖ failing tests:';

/** What is said of a file once it has ended. */
export function fileText(report: FileReport): string {
  return [`${report.file} (${seconds(report)})`, report.text.trimEnd(), ...faultLines(report), ''].join('\n');
}

/** What is said at the end: once more what failed, the files that took longest, and how many tests did what. */
export function closingText(reports: readonly FileReport[]): string {
  const failures = reports.filter(hasFailed).flatMap((report) => {
    const failingTests = report.text.split(FAILING_TESTS)[1] ?? '';
    return [`✖ ${report.file}`, failingTests.trimEnd(), ...faultLines(report), ''];
  });
  const slowest = reports
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST)
    .map((report) => `${seconds(report).padStart(8)}  ${processor(report).padStart(10)}  ${report.file}`);
  const sum = (count: (report: FileReport) => number) =>
    reports.reduce((total, one) => total + count(one), 0);
  const failed = sum(({ failed, faults }) => failed + (failed === 0 && faults.length > 0 ? 1 : 0));
  return [
    ...failures,
    `The slowest of ${reports.length} test files, with their processor time, ${processor(...reports)} of all:`,
    ...slowest,
    `${sum(({ passed }) => passed)} passed, ${failed} failed, ${sum(({ skipped }) => skipped)} skipped`,
    '',
  ].join('\n');
}

function faultLines({ file, faults }: FileReport): string[] {
  return faults.map((fault) => `Test file ${file} ${fault}`);
}

function processor(...reports: readonly FileReport[]): string {
  return `${Math.round(reports.reduce((total, { cpuMs }) => total + cpuMs, 0) / 1000)} s`;
}

function seconds({ ms }: FileReport): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
