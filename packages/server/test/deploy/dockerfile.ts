import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { type Copy, DockerfileParser, type From } from 'dockerfile-ast';

export const PROJECT = fileURLToPath(new URL('../../../..', import.meta.url));

export interface Instruction {
  keyword: string;
  /** What follows the keyword and its flags, on one line. */
  text: string;
  /** The stage that COPY copies from; undefined: the context. */
  from: string | undefined;
}

export interface Stage {
  image: string;
  name: string | undefined;
  /** What comes after FROM. */
  instructions: Instruction[];
}

/** The stages of the image, in their order. */
export async function readStages(): Promise<Stage[]> {
  const content = await readFile(path.join(PROJECT, 'deploy/Dockerfile'), 'utf8');
  const stages: Stage[] = [];
  for (const instruction of DockerfileParser.parse(content).getInstructions()) {
    const keyword = instruction.getKeyword();
    if (keyword === 'FROM') {
      const from = instruction as From;
      stages.push({
        image: from.getImage() ?? '',
        name: from.getBuildStage() ?? undefined,
        instructions: [],
      });
      continue;
    }
    const from = keyword === 'COPY' ? (instruction as Copy).getFromFlag()?.getValue() : undefined;
    stages.at(-1)?.instructions.push({
      keyword,
      text: instruction.getArgumentsContent() ?? '',
      from: from ?? undefined,
    });
  }
  return stages;
}

/** What the last stage leaves to those who run the image. */
export interface Image {
  environment: Record<string, string>;
  user: string;
  port: string;
  command: string[];
  healthCheck: string[];
}

export async function readImage(): Promise<Image> {
  const instructions = (await readStages()).at(-1)?.instructions ?? [];
  const textOf = (keyword: string) => instructions.findLast((each) => each.keyword === keyword)?.text ?? '';
  const command = textOf('CMD');
  const healthCheck = textOf('HEALTHCHECK');
  return {
    environment: Object.fromEntries(
      Object.entries(parseEnv(textOf('ENV').replaceAll(/\s+(?=[A-Z_]+=)/g, '\n'))).map(([name, value]) => [
        name,
        value ?? '',
      ]),
    ),
    user: textOf('USER'),
    port: textOf('EXPOSE'),
    command: JSON.parse(command),
    healthCheck: JSON.parse(healthCheck.slice(healthCheck.indexOf('['))),
  };
}
