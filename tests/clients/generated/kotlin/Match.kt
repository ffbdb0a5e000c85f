// A whole match of UNO Flip! through a client generated from openapi.yaml. With a second argument it plays with a later
// release, of which it does not know everything.

import java.util.UUID
import java.util.concurrent.TimeUnit
import kotlinx.serialization.json.JsonPrimitive
import org.openapitools.client.apis.GamesApi
import org.openapitools.client.apis.MessagesApi
import org.openapitools.client.apis.PlayApi
import org.openapitools.client.apis.PlayersApi
import org.openapitools.client.apis.TablesApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.infrastructure.ClientError
import org.openapitools.client.infrastructure.ClientException
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.models.AsParameter
import org.openapitools.client.models.BotRequest
import org.openapitools.client.models.Command
import org.openapitools.client.models.CommandRequest
import org.openapitools.client.models.Event
import org.openapitools.client.models.Game
import org.openapitools.client.models.GameRequest
import org.openapitools.client.models.KnownLanguage
import org.openapitools.client.models.LogEntry
import org.openapitools.client.models.Problem

const val ADDED_LATER = "added_later"

class Player(address: String) {
    private val games = GamesApi(address)
    private val tables = TablesApi(address)
    private val play = PlayApi(address)
    private val options = mapOf("ruleset" to JsonPrimitive("flip"), "target" to JsonPrimitive(150))
    val log = mutableListOf<LogEntry>()

    /** Start a match against two bots. */
    fun sitDown(): Game {
        val made = games.createGame(gameRequest = GameRequest(options = options, seats = 3)).game
        for (strategy in listOf("sharp", "random")) tables.addBot(made.id, botRequest = BotRequest(bot = strategy))
        tables.startMatch(made.id)
        return look(made.id)
    }

    fun look(game: UUID): Game = games.readGame(game)

    /** Send a legal command, as it came; return false if a bot was faster. */
    fun move(game: Game): Boolean {
        val command = game.legalCommands.first { it !is Command.ResignCommandValue && it !is Command.ZUnknownCommandValue }
        val request = CommandRequest(command, UUID.randomUUID(), game.version)
        try {
            val accepted = play.sendCommand(game.id, request)
            val again = play.sendCommand(game.id, request, prefer = "return=minimal")
            check(!accepted.replayed && again.replayed) { "the same command under the same id is the same command" }
            check(accepted.commandId == request.commandId && accepted.game?.id == game.id && again.game == null)
            return true
        } catch (refused: ClientException) {
            val problem = problem(refused)
            check(problem.code == "stale_version") { "${refused.statusCode} ${problem.code}: ${problem.detail}" }
            return false
        }
    }

    /** Read the log on to its end; `wait`: seconds to wait for something new. */
    fun readOn(game: UUID, wait: Int) {
        do {
            val page = play.listEvents(game, after = log.size, limit = 500, wait = wait)
            page.events.forEachIndexed { index, entry -> check(entry.seq == log.size + index + 1) { "a log has no gaps" } }
            log += page.events
        } while (page.more)
    }
}

fun problem(refused: ClientException): Problem =
    Serializer.kotlinxSerializationJson.decodeFromString((refused.response as ClientError<*>).body as String)

/** Read what else an app shows: no answer may have anything that its type cannot hold. */
fun readAll(address: String) {
    GamesApi(address).run {
        readCatalogue(language = KnownLanguage.fr)
        listRulesets()
        listClocks()
        check(listMyGames().games.isNotEmpty())
    }
    PlayersApi(address).run {
        readMe()
        readPreferences()
        readVacation()
        check(listTokens().tokens.isNotEmpty())
    }
    MessagesApi(address).listNotifications()
}

fun main(arguments: Array<String>) {
    val address = arguments[0]
    val later = arguments.size > 1
    Serializer.kotlinxSerializationJsonConfiguration = { explicitNulls = false }
    ApiClient.builder.readTimeout(60, TimeUnit.SECONDS)
    ApiClient.accessToken = PlayersApi(address).createGuest().token

    val player = Player(address)
    var game = player.sitDown()
    var moves = 0
    val commands = mutableSetOf<Command>()
    while (game.status != "finished") {
        if (game.canAct) {
            commands += game.legalCommands
            if (player.move(game)) moves++
        } else {
            player.readOn(game.id, wait = 30)
        }
        game = player.look(game.id)
    }
    player.readOn(game.id, wait = 0)

    val events = player.log.map { it.event }
    val created = events.first() as Event.MatchCreatedEventValue
    check(listOf(JsonPrimitive("target"), JsonPrimitive(150)) in created.value.options)
    check(game.options["target"] == JsonPrimitive(150))
    check(player.log.size == game.version && player.log.last().chain == game.chain)
    check(events.last() is Event.MatchEndedEventValue)
    check(events.any { it is Event.CardPlayedEventValue } && commands.any { it is Command.PlayCommandValue })
    check(events.any { it is Event.ZUnknownEventValue && it.value.type == ADDED_LATER } == later)
    check(commands.any { it is Command.ZUnknownCommandValue && it.value.type == ADDED_LATER } == later)
    check((game.spectators == ADDED_LATER) == later)

    val state = PlayApi(address).readState(game.id, game.version.toString(), `as` = AsParameter.`open`)
    check(state.chain == game.chain && state.`open` != null)
    readAll(address)
    println("Moves: $moves, rounds: ${game.view.round}, events: ${events.size}")
}
