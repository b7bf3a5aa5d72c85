import type { Command } from '../command/command.ts';
import { type Place, placesOf } from './word-table.ts';

type Shell = 'bash' | 'zsh' | 'fish';

/** A script that the shell reads; it holds every word, so that completing starts no process. */
export function completionScript(root: Command, shell: Shell): string {
  const places = placesOf(root);
  if (shell === 'fish') return fishScript(places);
  return shell === 'zsh' ? zshScript(places) : bashScript(places);
}

/** The two shells differ only in how they get the words, so they share the search for them. */
function bashScript(places: Place[]): string {
  return `${wordsFunction(places)}
_lonja() {
  local current=\${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=($(compgen -W "$(_lonja_words "\${COMP_WORDS[@]:1:COMP_CWORD-1}")" -- "$current"))
}
complete -o default -F _lonja lonja
`;
}

function zshScript(places: Place[]): string {
  return `#compdef lonja
${wordsFunction(places)}
_lonja() {
  local -a candidates
  candidates=(\${=$(_lonja_words "\${(@)words[2,CURRENT-1]}")})
  if (( \${#candidates} )); then compadd -a candidates; else _files; fi
}
compdef _lonja lonja
`;
}

/** Prints what may follow the words that are given: values after an option that takes one, else commands and options. */
function wordsFunction(places: Place[]): string {
  const commands = places.flatMap(({ path, commands }) =>
    commands.length === 0 ? [] : [`    '${path}') echo '${commands.map(({ name }) => name).join(' ')}' ;;`],
  );
  const options = places.map(
    ({ path, options, choices }) =>
      `    '${path}') echo '${[...choices, ...options.map(({ flag }) => flag)].join(' ')}' ;;`,
  );
  const values = places.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ flag, choices }) => `    '${path} ${flag}') echo '${choices.join(' ')}'; return 0 ;;`),
  );
  return `_lonja_commands() {
  case "$1" in
${commands.join('\n')}
  esac
}
_lonja_options() {
  case "$1" in
${options.join('\n')}
  esac
}
_lonja_values() {
  case "$1" in
${values.join('\n')}
  esac
  return 1
}
_lonja_words() {
  local place='' last='' word
  for word in "$@"; do
    case " $(_lonja_commands "$place") " in
      *" $word "*) place="\${place:+$place }$word" ;;
    esac
    last=$word
  done
  _lonja_values "$place $last" && return
  echo "$(_lonja_commands "$place") $(_lonja_options "$place")"
}`;
}

function fishScript(places: Place[]): string {
  const lines = places.flatMap(({ path, commands, options, choices }) => {
    const here = `-n "__lonja_at '${path}'"`;
    return [
      ...commands.map(({ name, summary }) => `complete -c lonja -f ${here} -a ${name} -d ${quoted(summary)}`),
      ...choices.map((choice) => `complete -c lonja -f ${here} -a ${choice}`),
      ...options.map(({ flag, description, takesValue, choices }) => {
        const values = choices.length === 0 ? '' : ` -f -a ${quoted(choices.join(' '))}`;
        return `complete -c lonja ${here} -l ${flag.slice(2)}${takesValue ? ` -r${values}` : ''} -d ${quoted(description)}`;
      }),
    ];
  });
  const paths = places.map(({ path }) => quoted(path)).join(' ');
  return `function __lonja_at
  set -l place ''
  for word in (commandline -opc)[2..-1]
    set -l longer (string trim -- "$place $word")
    contains -- "$longer" ${paths}; and set place $longer
  end
  test "$place" = "$argv[1]"
end
${lines.join('\n')}
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
