/** Calls `work` at once, and after that no more than once in `ms`: of calls that follow sooner, one is made up for at the end. */
export function atMostEvery(ms: number, work: () => void): { call: () => void; end: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOwed = false;
  const start = () => {
    isOwed = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (isOwed) start();
    }, ms);
    work();
  };
  return {
    call() {
      if (timer === undefined) start();
      else isOwed = true;
    },
    end: () => clearTimeout(timer),
  };
}
