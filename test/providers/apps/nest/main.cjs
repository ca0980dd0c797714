// The controller, service and entity of the @dataui/crud documentation, in the form that tsc gives to decorators.
require('reflect-metadata')
const { Controller, Module } = require('@nestjs/common')
const { NestFactory } = require('@nestjs/core')
const { InjectRepository, TypeOrmModule } = require('@nestjs/typeorm')
const { Crud } = require('@dataui/crud')
const { TypeOrmCrudService } = require('@dataui/crud-typeorm')
const { __decorate, __metadata, __param } = require('tslib')
const { Column, Entity, PrimaryGeneratedColumn } = require('typeorm')

class Post {}
__decorate([PrimaryGeneratedColumn(), __metadata('design:type', Number)], Post.prototype, 'id', undefined)
__decorate([Column(), __metadata('design:type', String)], Post.prototype, 'title', undefined)
__decorate([Column(), __metadata('design:type', String)], Post.prototype, 'content', undefined)
__decorate([Entity()], Post)

let PostsService = class PostsService extends TypeOrmCrudService {}
PostsService = __decorate(
  [__param(0, InjectRepository(Post)), __metadata('design:paramtypes', [Object])],
  PostsService,
)

let PostsController = class PostsController {
  constructor(service) {
    this.service = service
  }
}
PostsController = __decorate(
  [Crud({ model: { type: Post } }), Controller('posts'), __metadata('design:paramtypes', [PostsService])],
  PostsController,
)

let AppModule = class AppModule {}
AppModule = __decorate(
  [
    Module({
      imports: [
        TypeOrmModule.forRoot({ type: 'sqljs', entities: [Post], synchronize: true }),
        TypeOrmModule.forFeature([Post]),
      ],
      providers: [PostsService],
      controllers: [PostsController],
    }),
  ],
  AppModule,
)

async function bootstrap() {
  const app = await NestFactory.create(AppModule)
  app.setGlobalPrefix('v1')
  await app.listen(Number(process.env.PORT), '127.0.0.1')
}

void bootstrap()
