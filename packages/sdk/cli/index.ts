export type { CommandAnswer, CommandContext, DeveloperCommand } from './command.ts'
export { commands, main } from './main.ts'
export type { MainOptions } from './main.ts'
